import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import {
  type AttentionKind,
  attentionKinds,
  productQuery,
  productStatus,
} from '../../../shared/contract/catalogue/catalogue.ts';
import type { matchingQuery } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { read } from '../parts/data.ts';
import { type Address, Choice, Filters, namesById, useAddress } from '../parts/list/filters.tsx';
import { labelsOf } from '../parts/text.ts';

type Matching = z.input<typeof matchingQuery>;

const stockFilters: Record<string, Matching> = {
  in: { inStock: 'true' },
  restock: { restock: 'true' },
  low: { lowStock: 'true' },
  out: { soldOut: 'true' },
};
const flagFilters: Record<string, Matching> = {
  lacksDeclarations: { lacksDeclarations: 'true' },
  lacksGst: { lacksGst: 'true' },
  isFeatured: { isFeatured: 'true' },
  isTopDeal: { isTopDeal: 'true' },
  isTrending: { isTrending: 'true' },
};

/** Why products need attention, in words. */
export const attentionLabels: Record<AttentionKind, string> = {
  tax: 'HSN code or GST rate missing',
  pictures: 'Pictures missing',
  alt: 'Alternative texts missing',
  description: 'Description missing',
  weight: 'Weight missing',
  cost: 'Cost missing',
  margin: 'Negative margin',
  soldOut: 'Sold out',
  lowStock: 'Low stock',
};

/** The filters and the page of a product list, stored in the address. */
export function useListAddress(defaultLimit: number) {
  const address = useAddress(['search', 'category', 'status', 'stock', 'flag', 'attention']);
  const { get, page } = address;
  const limit = Number.parseInt(get('limit'), 10) || defaultLimit;
  const [search, category] = [get('search'), get('category')];
  const status = productStatus.safeParse(get('status')).data;
  const attention = attentionKinds.find((kind) => kind === get('attention'));
  const matching: Matching = {
    ...(search && { search }),
    ...(category && { category }),
    ...(status && { status }),
    ...stockFilters[get('stock')],
    ...flagFilters[get('flag')],
    ...(attention && { attention }),
  };
  const sort = productQuery.shape.sort.safeParse(get('sort')).data ?? '-createdAt';
  const shared = new URLSearchParams(useSearchParams()[0]);
  // Each of the pages has rows of its own size.
  for (const name of ['page', 'limit']) shared.delete(name);
  return {
    ...address,
    limit,
    matching,
    query: { ...matching, page, limit, sort },
    /** Another page of the back office with the same products. */
    linkTo: (path: string) => (shared.size > 0 ? `${path}?${shared}` : path),
  };
}

/** Search and filters of a product list. */
export function ListFilters({ address }: { address: Pick<Address, 'field' | 'used'> }) {
  const categories = useQuery(read('GET /categories')).data?.items;
  const { field } = address;
  return (
    <Filters address={address} search={['Search products', 'Search name or SKU']}>
      <Choice label="Category" all="All categories" options={namesById(categories)} {...field('category')} />
      <Choice
        label="Status"
        all="Any status"
        options={labelsOf(productStatus.options)}
        {...field('status')}
      />
      <Choice
        label="Stock"
        all="Any stock"
        options={{
          in: 'In stock',
          restock: 'Low or out of stock',
          low: 'Low stock',
          out: 'Out of stock',
        }}
        {...field('stock')}
      />
      <Choice
        label="Shown as"
        all="Shown anywhere"
        options={{
          isFeatured: 'Featured',
          isTopDeal: 'Top deal',
          isTrending: 'Trending',
          lacksDeclarations: 'Product information missing',
          lacksGst: 'Missing HSN or GST',
        }}
        {...field('flag')}
      />
      <Choice
        label="Needs attention"
        all="With or without problems"
        options={attentionLabels}
        {...field('attention')}
      />
      <Choice
        label="Sort"
        all="Newest first"
        options={{
          createdAt: 'Oldest first',
          name: 'Name, A to Z',
          '-name': 'Name, Z to A',
          price: 'Price, low to high',
          '-price': 'Price, high to low',
        }}
        {...field('sort')}
      />
    </Filters>
  );
}

/** Shown instead of a list without products. */
export function NoProducts({
  address: { filtered, reset },
}: {
  address: Pick<Address, 'filtered' | 'reset'>;
}) {
  if (filtered)
    return (
      <Empty
        title="No products found"
        text="Nothing matches these filters."
        action={
          <Button variant="secondary" onClick={reset}>
            Reset all filters
          </Button>
        }
      />
    );
  return (
    <Empty
      title="No products yet"
      text="What you add appears here."
      action={<ButtonLink href="/admin/products/new">Add Product</ButtonLink>}
    />
  );
}

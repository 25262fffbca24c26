import type { z } from 'zod';
import { productQuery, productStatus } from '../../../shared/contract/catalogue.ts';
import type { matchingQuery } from '../../../shared/contract/catalogue-jobs.ts';
import { useAddress } from '../parts/list-address.ts';

export type ListFilter = 'search' | 'category' | 'status' | 'stock' | 'flag' | 'sort';
type Matching = z.input<typeof matchingQuery>;

const stockFilters: Record<string, Matching> = {
  in: { inStock: 'true' },
  restock: { restock: 'true' },
  low: { lowStock: 'true' },
  out: { soldOut: 'true' },
};
const flagFilters: Record<string, Matching> = {
  isFeatured: { isFeatured: 'true' },
  isTopDeal: { isTopDeal: 'true' },
  isTrending: { isTrending: 'true' },
};

/** The filters and the page of a product list, stored in the address. */
export function useListAddress(defaultLimit: number) {
  const { params, get, put, page } = useAddress<ListFilter>();
  const limit = Number.parseInt(params.get('limit') ?? '', 10) || defaultLimit;
  const [search, category] = [get('search').trim(), get('category').trim()];
  const status = productStatus.safeParse(get('status')).data;
  const matching: Matching = {
    ...(search && { search }),
    ...(category && { category }),
    ...(status && { status }),
    ...stockFilters[get('stock')],
    ...flagFilters[get('flag')],
  };
  const sort = productQuery.shape.sort.safeParse(get('sort')).data ?? '-createdAt';
  const filtered = Object.keys(matching).length > 0;
  return { get, put, page, limit, matching, filtered, query: { ...matching, page, limit, sort } };
}

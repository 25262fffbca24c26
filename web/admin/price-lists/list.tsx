import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { PriceList } from '../../../shared/contract/price-lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { List, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';

/** The price lists, with their tags, customers and prices. */
export default function PriceLists() {
  const address = useAddress([], 24);
  const list = useQuery({ ...read('GET /price-lists', { query: address.query }), ...pageQuery });
  const add = (
    <ButtonLink href="/admin/price-lists/new" icon={Plus}>
      Add price list
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Price lists" subtitle="Prices for customers with a tag, such as wholesale">
        {add}
      </PageHead>
      <List
        query={list}
        columns={columns}
        failed="Failed to load the price lists. Please try again."
        empty={{
          title: 'No price lists yet',
          text: 'A price list gives signed-in customers with a tag their own prices: a percentage off, prices of single products, or both.',
          action: add,
        }}
        address={address}
        noun="price list"
      />
    </>
  );
}

const columns = [
  {
    name: 'Price list',
    className: 'max-lg:col-span-2',
    cell: ({ _id, name, customerTag }: PriceList) => (
      <>
        <Link
          to={`/admin/price-lists/${_id}`}
          className="inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <p className="text-xs text-ink-soft wrap-anywhere">Tag: {customerTag}</p>
      </>
    ),
  },
  {
    name: 'Customers',
    className: 'figures',
    cell: ({ customers }: PriceList) => counted(customers, 'customer'),
  },
  {
    name: 'Prices',
    className: 'figures',
    cell: ({ percent, prices }: PriceList) =>
      [percent !== null && `${percent}% off`, (prices > 0 || percent === null) && counted(prices, 'price')]
        .filter(Boolean)
        .join(', '),
  },
  {
    name: 'State',
    cell: ({ active }: PriceList) => (
      <Badge tone={active ? 'success' : 'plain'}>{active ? 'Active' : 'Off'}</Badge>
    ),
  },
];

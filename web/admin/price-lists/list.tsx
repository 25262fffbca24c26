import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { PriceList } from '../../../shared/contract/catalogue/price-lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowLink } from '../parts/list/list.tsx';
import { counted } from '../parts/text.ts';

/** The price lists, with their tags, customers and prices. */
export default function PriceLists() {
  const address = useAddress([], 24);
  const list = useQuery({ ...read('GET /price-lists', { query: address.query }), ...pageQuery });
  return (
    <ResourcePage
      title="Price lists"
      subtitle="Prices for customers with a tag, such as wholesale"
      add={
        <ButtonLink href="/admin/price-lists/new" icon={Plus}>
          Add price list
        </ButtonLink>
      }
      query={list}
      columns={columns}
      failed="Failed to load the price lists. Please try again."
      empty={{
        title: 'No price lists yet',
        text: 'A price list gives signed-in customers with a tag their own prices: a percentage off, prices of single products, or both.',
      }}
      address={address}
      noun="price list"
    />
  );
}

const columns = [
  {
    name: 'Price list',
    className: 'max-lg:col-span-2',
    cell: ({ _id, name, customerTag }: PriceList) => (
      <>
        <RowLink to={`/admin/price-lists/${_id}`}>{name}</RowLink>
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

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Customer } from '../../../shared/contract/accounts/customers.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { stream } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { read, useMay } from '../parts/data.ts';
import { ExportButton } from '../parts/list/export-button.tsx';
import { Choice, useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowLink } from '../parts/list/list.tsx';
import { formatCount } from '../parts/text.ts';
import { InviteAll } from './moved.tsx';

/** The accounts, and the guests with a paid order. */
export default function Customers() {
  const address = useAddress(['search', 'tag', 'guest'], 24);
  const { get, field, matching } = address;
  const sort = get('sort') || '-lastOrder';
  const query = new URLSearchParams([...address.query, ['sort', sort]]);
  const list = useQuery({ ...read('GET /customers', { query }), ...pageQuery });
  const tags = useQuery(read('GET /customers/tags')).data ?? [];
  const may = useMay();
  return (
    <ResourcePage
      title="Customers"
      subtitle="Accounts, and guests with a paid order"
      buttons={
        <>
          {may('customers.edit') && list.data?.items.some(({ mayBeInvited }) => mayBeInvited) && (
            <InviteAll matching={matching} />
          )}
          {may('orders.export') && (
            <ExportButton
              read={(signal) => stream('GET /customers/export.csv', { query: matching, signal })}
              file="customers.csv"
              total={list.data?.total ?? 0}
            />
          )}
        </>
      }
      search={['Search customers', 'Name, mobile or email']}
      filters={
        <>
          <Choice
            label="Account"
            all="Everyone"
            options={{ false: 'With an account', true: 'Guests' }}
            {...field('guest')}
          />
          {tags.length > 0 && (
            <Choice
              label="Tag"
              all="Any tag"
              options={Object.fromEntries(tags.map((tag) => [tag, tag]))}
              {...field('tag')}
            />
          )}
          <Choice
            label="Sort"
            all="Last order here first"
            options={{ '-spent': 'Most spent here first', '-createdAt': 'Newest first' }}
            {...field('sort')}
          />
        </>
      }
      query={list}
      columns={columns}
      failed="Failed to load customers. Please try again."
      empty={{ title: 'No customers found', text: 'Accounts and guests with a paid order appear here.' }}
      address={address}
      noun="customer"
    />
  );
}

/** The figure of the former shop, below that of this one. */
const Former = ({ children }: { children: ReactNode }) => (
  <p className="text-xs font-normal text-ink-soft">{children} at the former shop</p>
);

const columns = [
  {
    name: 'Name',
    className: 'max-lg:col-span-2 lg:max-w-64',
    cell: ({ _id, name, email, mobile, is_guest, tags }: Customer) => (
      <>
        <RowLink to={`/admin/customers/${_id}`}>{name}</RowLink>
        <p className="truncate text-xs text-ink-soft">
          {[is_guest && 'Guest', email, mobile].filter(Boolean).join(' · ')}
        </p>
        {tags.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
        )}
      </>
    ),
  },
  {
    name: 'Orders',
    labelled: true,
    className: 'figures',
    cell: ({ orders, formerOrders }: Customer) => (
      <>
        {formatCount(orders)}
        {formerOrders > 0 && <Former>{formatCount(formerOrders)}</Former>}
      </>
    ),
  },
  {
    name: 'Spent',
    className: 'amount figures font-semibold',
    cell: ({ spent, formerOrders, formerSpent }: Customer) => (
      <>
        {shortRupees(spent)}
        {formerOrders > 0 && <Former>{shortRupees(formerSpent)}</Former>}
      </>
    ),
  },
  {
    name: 'Last order',
    className: 'figures text-ink-soft max-lg:col-span-2 max-lg:text-xs',
    cell: ({ lastOrderAt, formerOrders }: Customer) =>
      lastOrderAt ? orderDate(lastOrderAt) : formerOrders > 0 ? 'No order here' : 'No order',
  },
];

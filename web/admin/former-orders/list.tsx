import { useQuery } from '@tanstack/react-query';
import type { FormerOrder } from '../../../shared/contract/moves.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { read } from '../parts/data.ts';
import { useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowLink } from '../parts/list/list.tsx';
import { counted } from '../parts/text.ts';
import { statusOfFormer } from './status.ts';

/** The orders of the former shop: history, which can be read and searched. */
export default function FormerOrders() {
  const address = useAddress(['search', 'customer'], 24);
  const list = useQuery({ ...read('GET /former-orders', { query: address.query }), ...pageQuery });
  return (
    <ResourcePage
      title="Old orders"
      subtitle="From the former shop. They are not part of invoices, GST, stock and payouts here."
      search={['Search old orders', 'Number, name, mobile, email or product']}
      query={list}
      columns={columns}
      failed="Failed to load the old orders. Please try again."
      empty={{ title: 'No old orders', text: 'Orders of a moved shop appear here.' }}
      address={address}
      noun="old order"
    />
  );
}

const columns = [
  {
    name: 'Order',
    className: 'figures',
    cell: ({ _id, number, placedAt }: FormerOrder) => (
      <>
        <RowLink to={`/admin/former-orders/${_id}`}>{number}</RowLink>
        <p className="text-xs text-ink-soft">{orderDate(placedAt)}</p>
      </>
    ),
  },
  {
    name: 'Customer',
    className: 'max-lg:col-span-2 lg:max-w-64',
    cell: ({ name, email, mobile, items }: FormerOrder) => (
      <>
        <p className="truncate">{name || 'Without a name'}</p>
        <p className="truncate text-xs text-ink-soft">
          {[email, mobile, counted(items, 'item')].filter(Boolean).join(' · ')}
        </p>
      </>
    ),
  },
  { name: 'Status', className: 'text-ink-soft', cell: statusOfFormer },
  {
    name: 'Total',
    className: 'amount figures font-semibold',
    cell: ({ total, refunded }: FormerOrder) => (
      <>
        {shortRupees(total)}
        {refunded > 0 && (
          <p className="text-xs font-normal text-ink-soft">{`${shortRupees(refunded)} refunded`}</p>
        )}
      </>
    ),
  },
];

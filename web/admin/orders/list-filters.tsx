import { useQuery } from '@tanstack/react-query';
import { orderStatus, packingStatuses } from '../../../shared/contract/orders.ts';
import { read } from '../parts/data.ts';
import { Choice, Filters, Period } from '../parts/filters.tsx';
import { type Address, useAddress } from '../parts/list-address.ts';
import { useMay } from '../parts/me.ts';
import { labelsOf } from '../parts/text.ts';

const filters = ['search', 'status', 'from', 'to', 'guest', 'tag', 'customer', 'test', 'deleted'];

/** The filters of the orders, stored in the address. `matching` is the query without page and sort order. */
export function useOrderAddress() {
  const address = useAddress(filters, 24);
  const sort = address.get('sort') || '-createdAt';
  return { ...address, query: new URLSearchParams([...address.query, ['sort', sort]]) };
}

/** Search and filters of the orders. Days are those of India; both are included. */
export function OrderFilters({ address }: { address: Address }) {
  const { field } = address;
  const seesAll = useMay()('orders.viewAll');
  const tags = useQuery(read('GET /order/admin/tags')).data ?? [];
  return (
    <Filters address={address} search={['Search orders', 'Number, name, mobile, product']}>
      <Choice
        label="Status"
        all="Any status"
        options={{
          ...labelsOf(seesAll ? orderStatus.options : packingStatuses),
          ...(seesAll && { refunded: 'Refunded' }),
          partly_refunded: 'Partly refunded',
        }}
        {...field('status')}
      />
      <Choice
        label="Buyer"
        all="Everyone"
        options={{ true: 'Guests', false: 'With an account' }}
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
        label="Payments"
        all="Real and test"
        options={{ false: 'Real orders', true: 'Test orders' }}
        {...field('test')}
      />
      <Period field={field} />
      <Choice
        label="Sort"
        all="Newest first"
        options={{
          createdAt: 'Oldest first',
          ...(seesAll && { '-amount': 'Amount, high to low', amount: 'Amount, low to high' }),
        }}
        {...field('sort')}
      />
      {seesAll && (
        <Choice label="Shown" all="Orders" options={{ true: 'Deleted orders' }} {...field('deleted')} />
      )}
    </Filters>
  );
}

import { useQuery } from '@tanstack/react-query';
import { orderStatus, packingStatuses } from '../../../../shared/contract/orders/orders.ts';
import { read } from '../../parts/data.ts';
import { Choice, Filters, Period } from '../../parts/list/filters.tsx';
import { type Address, useAddress } from '../../parts/list/list-address.ts';
import { useMay } from '../../parts/me.ts';
import { labelsOf } from '../../parts/text.ts';
import { fulfilmentWords, paymentWords } from '../status.tsx';

const filters = [
  'view',
  'search',
  'status',
  'payment',
  'fulfilment',
  'from',
  'to',
  'guest',
  'tag',
  'customer',
  'test',
  'deleted',
];

export type OrderAddress = ReturnType<typeof useOrderAddress>;

/** The filters of the orders, stored in the address. `matching` is the query without page and sort order. */
export function useOrderAddress() {
  const address = useAddress(filters, 24);
  const { get, matching, used } = address;
  const sort = get('sort');
  const hasView = get('view') !== '';
  return {
    ...address,
    query: new URLSearchParams([...address.query, ['sort', sort || '-createdAt']]),
    /** The filters and the sort order in use, as a saved view has them. */
    shown: String(new URLSearchParams([...matching, ...(sort ? [['sort', sort]] : [])])),
    // A view is a tab, and not one of the filters below it.
    used: used - (hasView ? 1 : 0),
    filtered: matching.size > (hasView ? 1 : 0),
  };
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
      {seesAll && <Choice label="Payment" all="Any payment" options={paymentWords} {...field('payment')} />}
      <Choice label="Fulfilment" all="Any fulfilment" options={fulfilmentWords} {...field('fulfilment')} />
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
        label="Mode"
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

import { Choice, Day, Filters, SearchBox } from '../parts/filters.tsx';
import { useAddress } from '../parts/list-address.ts';
import { StatusOptions } from './status.tsx';

const filters = ['search', 'status', 'from', 'to', 'guest', 'test', 'deleted'] as const;
const limit = 24;
type Filter = (typeof filters)[number] | 'sort';
type Address = ReturnType<typeof useOrderAddress>;

/** The filters of the orders, stored in the address. `matching` is the query without page and sort order. */
export function useOrderAddress() {
  const { get, put, page } = useAddress<Filter>();
  const matching = new URLSearchParams();
  for (const name of filters) if (get(name).trim()) matching.set(name, get(name).trim());
  const sort = get('sort') || '-createdAt';
  return {
    get,
    put,
    page,
    matching,
    deleted: get('deleted') === 'true',
    /** Whether the filters can hide an order. */
    filtered: matching.size > 0,
    reset: () =>
      put({ search: '', status: '', from: '', to: '', guest: '', test: '', deleted: '', sort: '' }),
    query: new URLSearchParams([
      ...matching,
      ['sort', sort],
      ['page', String(page)],
      ['limit', String(limit)],
    ]),
    limit,
  };
}

/** Search and filters of the orders. Days are those of India; both are included. */
export function OrderFilters({ get, put }: Pick<Address, 'get' | 'put'>) {
  const used = (['status', 'from', 'to', 'guest', 'test', 'deleted', 'sort'] as const).filter(get).length;
  return (
    <Filters
      used={used}
      search={
        <SearchBox
          label="Search orders"
          placeholder="Number, name, mobile, product"
          value={get('search')}
          onSearch={(search) => put({ search })}
        />
      }
    >
      <Choice label="Status" value={get('status')} onChange={(status) => put({ status })}>
        <option value="">Any status</option>
        <StatusOptions />
        <option value="refunded">Refunded</option>
        <option value="partly_refunded">Partly refunded</option>
      </Choice>
      <Choice label="Buyer" value={get('guest')} onChange={(guest) => put({ guest })}>
        <option value="">Everyone</option>
        <option value="true">Guests</option>
        <option value="false">With an account</option>
      </Choice>
      <Choice label="Payments" value={get('test')} onChange={(test) => put({ test })}>
        <option value="">Real and test</option>
        <option value="false">Real orders</option>
        <option value="true">Test orders</option>
      </Choice>
      <Day label="From" value={get('from')} max={get('to')} onChange={(from) => put({ from })} />
      <Day label="To" value={get('to')} min={get('from')} onChange={(to) => put({ to })} />
      <Choice label="Sort" value={get('sort')} onChange={(sort) => put({ sort })}>
        <option value="">Newest first</option>
        <option value="createdAt">Oldest first</option>
        <option value="-amount">Amount, high to low</option>
        <option value="amount">Amount, low to high</option>
      </Choice>
      <Choice label="Shown" value={get('deleted')} onChange={(deleted) => put({ deleted })}>
        <option value="">Orders</option>
        <option value="true">Deleted orders</option>
      </Choice>
    </Filters>
  );
}

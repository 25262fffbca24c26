import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { Choice, Filters, SearchBox } from '../parts/filters.tsx';
import type { ListFilter } from './list-address.ts';
import { optionsOf, statusOptions } from './options.tsx';

type Props = {
  get: (name: ListFilter) => string;
  put: (changes: Partial<Record<ListFilter, string>>) => void;
};

/** Search (300 ms after the last key) and filters of a product list. */
export function ListFilters({ get, put }: Props) {
  const categories = useQuery(read('GET /categories')).data?.items;
  const used = (['category', 'status', 'stock', 'flag', 'sort'] as const).filter(get).length;
  return (
    <Filters
      used={used}
      search={
        <SearchBox
          label="Search products"
          placeholder="Search name or SKU"
          value={get('search')}
          onSearch={(search) => put({ search })}
        />
      }
    >
      <Choice label="Category" value={get('category')} onChange={(category) => put({ category })}>
        <option value="">All categories</option>
        {optionsOf(categories)}
      </Choice>
      <Choice label="Status" value={get('status')} onChange={(status) => put({ status })}>
        <option value="">Any status</option>
        {statusOptions}
      </Choice>
      <Choice label="Stock" value={get('stock')} onChange={(stock) => put({ stock })}>
        <option value="">Any stock</option>
        <option value="in">In stock</option>
        <option value="restock">Low or out of stock</option>
        <option value="low">Low stock</option>
        <option value="out">Out of stock</option>
      </Choice>
      <Choice label="Shown as" value={get('flag')} onChange={(flag) => put({ flag })}>
        <option value="">Shown anywhere</option>
        <option value="isFeatured">Featured</option>
        <option value="isTopDeal">Top deal</option>
        <option value="isTrending">Trending</option>
      </Choice>
      <Choice label="Sort" value={get('sort')} onChange={(sort) => put({ sort })}>
        <option value="">Newest first</option>
        <option value="createdAt">Oldest first</option>
        <option value="name">Name, A to Z</option>
        <option value="-name">Name, Z to A</option>
        <option value="price">Price, low to high</option>
        <option value="-price">Price, high to low</option>
      </Choice>
    </Filters>
  );
}

import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import type { ListFilter } from './list-address.ts';

type Props = {
  get: (name: ListFilter) => string;
  put: (changes: Partial<Record<ListFilter, string>>) => void;
  categories: Category[];
};

/** Search (300 ms after the last key) and filters of a product list. */
export function ListFilters({ get, put, categories }: Props) {
  const [open, setOpen] = useState(false);
  const used = (['category', 'status', 'stock', 'flag', 'sort'] as const).filter(get).length;
  return (
    <search className="mb-4 grid gap-2 lg:flex lg:flex-wrap">
      <div className="flex gap-2">
        <SearchBox value={get('search')} onSearch={(search) => put({ search })} />
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="office-input inline-flex shrink-0 items-center gap-2 lg:hidden"
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          {used > 0 ? `Filters (${used})` : 'Filters'}
        </button>
      </div>
      <div
        className={`grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap ${open ? '' : 'max-lg:hidden'}`}
      >
        <Choice label="Category" value={get('category')} onChange={(category) => put({ category })}>
          <option value="">All categories</option>
          {categories.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Status" value={get('status')} onChange={(status) => put({ status })}>
          <option value="">Any status</option>
          <option value="active">Active</option>
          <option value="featured">Featured</option>
          <option value="draft">Draft</option>
          <option value="archived">Archived</option>
        </Choice>
        <Choice label="Stock" value={get('stock')} onChange={(stock) => put({ stock })}>
          <option value="">Any stock</option>
          <option value="in">In stock</option>
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
      </div>
    </search>
  );
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (value: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Back and forward change the address; typing does not fight them.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onSearch(text);
    }, 300);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <label className="relative block min-w-0 flex-1 lg:w-72">
      <span className="sr-only">Search products</span>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        aria-hidden="true"
      />
      <input
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        placeholder="Search name or SKU"
        className="office-input w-full pl-9"
      />
    </label>
  );
}

function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const { label, value, onChange, children } = props;
  return (
    <label className="block min-w-0">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="office-input w-full"
      >
        {children}
      </select>
    </label>
  );
}

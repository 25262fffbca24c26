import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

type Field = ReturnType<Address['field']> & { label: string };

/** The search box and the filters of a list, if it has any; on small screens they are behind a button. */
export function Filters(props: {
  address: Pick<Address, 'field' | 'used'>;
  search: readonly [label: string, placeholder: string];
  children?: ReactNode;
}) {
  const { address, search, children } = props;
  const { field, used } = address;
  const [open, setOpen] = useState(false);
  return (
    <search className="mb-4 grid gap-2 lg:flex lg:flex-wrap">
      <div className="flex gap-2">
        <SearchBox label={search[0]} placeholder={search[1]} {...field('search')} />
        {children && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="office-input inline-flex shrink-0 items-center gap-2 lg:hidden"
          >
            <SlidersHorizontal className="size-4" />
            {used > 0 ? `Filters (${used})` : 'Filters'}
          </button>
        )}
      </div>
      <div
        className={`grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap ${open ? '' : 'max-lg:hidden'}`}
      >
        {children}
      </div>
    </search>
  );
}

/** A search box that searches 300 ms after the last key (spec §9). */
function SearchBox({ label, placeholder, value, onChange }: Field & { placeholder: string }) {
  const [text, setText] = useState(value);
  /** The searches made, the newest last; the address follows a moment later, and may skip some. */
  const sent = useRef([value]);
  const search = useEffectEvent(onChange);
  useEffect(() => {
    const index = sent.current.indexOf(value);
    sent.current = index < 0 ? [value] : sent.current.slice(index);
    // Back and forward change the address, and then the box. An own search must not overwrite later typing.
    if (index < 0) setText(value);
  }, [value]);
  useEffect(() => {
    const words = text.trim();
    if (words === sent.current.at(-1)) return;
    const timer = setTimeout(() => {
      sent.current.push(words);
      search(words);
    }, 300);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="relative block min-w-0 flex-1 lg:w-72">
      <span className="sr-only">{label}</span>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
      <input
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        placeholder={placeholder}
        className="office-input w-full pl-9"
      />
    </label>
  );
}

/** A filter with options; `all` is the label of no choice. */
export function Choice(props: Field & { all: string; options: Record<string, string> }) {
  const { label, all, options, value, onChange } = props;
  return (
    <label className="block min-w-0">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="office-input w-full"
      >
        <option value="">{all}</option>
        <Options labels={options} />
      </select>
    </label>
  );
}

/** The options of a select element: the label of each value. */
export const Options = ({ labels }: { labels: Record<string, string> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** Categories, brands or the like as options. */
export const namesById = (items: { _id: string; name: string }[] = []): Record<string, string> =>
  Object.fromEntries(items.map(({ _id, name }) => [_id, name]));

/** The first and the last day of a period, both included. */
export function Period({ field }: Pick<Address, 'field'>) {
  const [from, to] = [field('from'), field('to')];
  return (
    <>
      <Day label="From" max={to.value || undefined} {...from} />
      <Day label="To" min={from.value || undefined} {...to} />
    </>
  );
}

function Day({ label, onChange, ...input }: Field & { min?: string | undefined; max?: string | undefined }) {
  return (
    <label className="flex min-w-0 gap-x-2 max-sm:flex-col sm:items-center">
      <span className="w-9 shrink-0 text-ink-soft lg:w-auto">{label}</span>
      <input
        type="date"
        {...input}
        onChange={(event) => onChange(event.target.value)}
        className="office-input min-w-0 flex-1"
      />
    </label>
  );
}

export type Address = ReturnType<typeof useAddress>;

/**
 * The filters, the order and the page of a list, stored in the address as `filters`, `sort` and `page`, or `before` in a
 * list without page numbers. A change of a filter returns to the start of the list.
 */
export function useAddress(filters: readonly string[], limit = 25) {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name)?.trim() ?? '';
  const page = Math.max(1, Number.parseInt(get('page'), 10) || 1);
  /** The changes made, the newest last; the address follows a moment later, and may skip some. */
  const requested = useRef([params.toString()]);
  useEffect(() => {
    const index = requested.current.indexOf(params.toString());
    requested.current = index < 0 ? [params.toString()] : requested.current.slice(index);
  }, [params]);
  const put = useCallback(
    (changes: Record<string, string>) => {
      // A link may have changed the address, which this component is rendered for a moment later.
      const shown = new URLSearchParams(window.location.search).toString();
      const next = new URLSearchParams(requested.current.includes(shown) ? requested.current.at(-1) : shown);
      if (!('page' in changes)) {
        next.delete('page');
        next.delete('before');
      }
      for (const [name, value] of Object.entries(changes)) {
        if (value && !(name === 'page' && value === '1')) next.set(name, value);
        else next.delete(name);
      }
      requested.current.push(next.toString());
      setParams(next, { replace: !('page' in changes), preventScrollReset: !('page' in changes) });
    },
    [setParams],
  );
  const changeable = [...filters, 'sort'];
  const matching = new URLSearchParams(filters.filter(get).map((name) => [name, get(name)]));
  return {
    get,
    put,
    page,
    limit,
    matching,
    filtered: matching.size > 0,
    /** The number of filters and sort orders in use, not counting the search. */
    used: changeable.filter((name) => name !== 'search' && get(name)).length,
    query: new URLSearchParams([...matching, ['page', String(page)], ['limit', String(limit)]]),
    reset: () => put(Object.fromEntries(changeable.map((name) => [name, '']))),
    turn: (to: number) => put({ page: String(to) }),
    /** Properties of a `Choice` or a `Day`. */
    field: (name: string) => ({
      value: get(name),
      onChange: (value: string) => put({ [name]: value }),
    }),
  };
}

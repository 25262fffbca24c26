import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The search box and the filters of a list; on small screens the filters open on a press. `used` counts them. */
export function Filters({
  search,
  used,
  children,
}: {
  search: ReactNode;
  used: number;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <search className="mb-4 grid gap-2 lg:flex lg:flex-wrap">
      <div className="flex gap-2">
        {search}
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
        {children}
      </div>
    </search>
  );
}

/** A search that goes 300 ms after the last key (spec §9). */
export function SearchBox(props: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
}) {
  const { label, placeholder, value, onSearch } = props;
  const [text, setText] = useState(value);
  /** What went out, the newest last; the address follows a moment later, perhaps not to each. */
  const sent = useRef([value]);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at < 0 ? [value] : sent.current.slice(at);
    // Back and forward change the address; typing does not fight them, nor does an answer fight typing.
    if (at < 0) setText(value);
  }, [value]);
  useEffect(() => {
    if (text === sent.current.at(-1)) return;
    const timer = setTimeout(() => {
      sent.current.push(text);
      onSearch(text);
    }, 300);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <label className="relative block min-w-0 flex-1 lg:w-72">
      <span className="sr-only">{label}</span>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        aria-hidden="true"
      />
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

/** One choice of a filter; give the `<option>`s as children. */
export function Choice(props: {
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

import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The search box and the filters of a list; on small screens the filters are behind a button. `used` counts those in use. */
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
          <SlidersHorizontal className="size-4" />
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

/** A search box that searches 300 ms after the last key (spec §9). */
export function SearchBox(props: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
}) {
  const { label, placeholder, value, onSearch } = props;
  const [text, setText] = useState(value);
  /** The searches made, the newest last; the address follows a moment later, and may skip some. */
  const sent = useRef([value]);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at < 0 ? [value] : sent.current.slice(at);
    // Back and forward change the address, and then the box. An own search must not overwrite later typing.
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

/** A filter with choices, its `<option>` children. */
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

/** A day, such as the first or the last of a period. */
export function Day(props: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  const { label, value, min, max, onChange } = props;
  return (
    <label className="flex min-w-0 gap-x-2 max-sm:flex-col sm:items-center">
      <span className="w-9 shrink-0 text-ink-soft lg:w-auto">{label}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="office-input min-w-0 flex-1"
      />
    </label>
  );
}

import { Search } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';

/** The shop's search: a GET form to the listing, so it works before the page is alive. */
export function SearchBox({ className = '', onSubmit }: { className?: string; onSubmit?: () => void }) {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  return (
    <search className={className}>
      <Form action="/products" className="relative" onSubmit={onSubmit}>
        <Search
          className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-ink-soft"
          aria-hidden="true"
        />
        <input
          key={search}
          type="search"
          name="search"
          defaultValue={search}
          aria-label="Search the shop"
          placeholder="Search products"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          className="block h-11 w-full rounded-full bg-card pr-4 pl-11 text-base ring-1 ring-inset ring-line-strong hover:ring-ink-soft focus:outline-2 focus:outline-press sm:text-sm"
        />
      </Form>
    </search>
  );
}

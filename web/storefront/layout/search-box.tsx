import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePageData } from './page-data.ts';

type Suggestions = typeof import('./search-suggestions.tsx').SearchSuggestions;

/** The shop's search: a GET form to the listing, which works before hydration. */
export function SearchBox({ className = '' }: { className?: string }) {
  const search = new URLSearchParams(usePageData().search).get('search') ?? '';
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [Suggestions, setSuggestions] = useState<Suggestions | null>(null);
  // Few visitors search, so the suggestions are loaded on focus. The form works without them.
  const loadSuggestions = () => {
    if (Suggestions) return;
    import('./search-suggestions.tsx').then(
      (module) => setSuggestions(() => module.SearchSuggestions),
      () => {},
    );
  };
  // The input may have got the focus before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the input appears
  useEffect(() => {
    if (input && document.activeElement === input) loadSuggestions();
  }, [input]);
  return (
    <search className={className}>
      <form action="/products" className="relative">
        <Search className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-ink-soft" />
        <input
          ref={setInput}
          type="search"
          name="search"
          defaultValue={search}
          aria-label="Search the shop"
          placeholder="Search products"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          onFocus={loadSuggestions}
          className="block h-11 w-full rounded-button bg-card pr-4 pl-11 text-base ring-1 ring-inset ring-line-strong hover:ring-ink-soft focus:outline-2 focus:outline-press sm:text-sm"
        />
        {Suggestions && input && <Suggestions key={search} input={input} />}
      </form>
    </search>
  );
}

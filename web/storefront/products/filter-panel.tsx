import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button, TextLink } from '../../ui/button.tsx';
import { usePageData } from '../layout/page-data.ts';
import { FilterFields } from './filter-fields.tsx';
import { filterNames, formParams, formPath, type PriceErrors, priceRange, readParam } from './filters.ts';
import { showListing } from './show-listing.ts';

const debounceMs = 300;

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>;

function stop(timer: Timer) {
  clearTimeout(timer.current);
  timer.current = undefined;
}

/**
 * The filters beside the listing, applied shortly after a change. Without JavaScript this is a GET form with a button,
 * also on small screens.
 */
export function FilterPanel({ id }: { id: string }) {
  const { shop, search } = usePageData();
  const categories = shop?.categories ?? [];
  const params = new URLSearchParams(search);
  const form = useRef<HTMLFormElement>(null);
  /** Runs while a change is not applied yet. */
  const timer: Timer = useRef(undefined);
  const address = params.toString();
  const applied = useRef(address);
  const [version, setVersion] = useState(0);
  /** Errors of typed values that are not in the address. */
  const [formErrors, setFormErrors] = useState<PriceErrors | null>(null);

  useEffect(() => () => stop(timer), []);
  // A chip keeps what was typed immediately before it was clicked.
  useEffect(() => {
    const addTyped = ({ target }: Event) => {
      const chip = target instanceof Element && target.closest<HTMLAnchorElement>('[data-part="filters"] a');
      if (!chip || !form.current || timer.current === undefined) return;
      stop(timer);
      const typed = formParams(form.current, readParam(params, 'sort'));
      const next = new URLSearchParams(chip.search);
      for (const name of filterNames)
        if (readParam(typed, name) !== readParam(params, name)) next.set(name, readParam(typed, name));
      chip.href = formPath(next);
    };
    document.addEventListener('click', addTyped, { capture: true });
    return () => document.removeEventListener('click', addTyped, { capture: true });
  });
  // The fields are reset when the address changes by other means: a chip or the Back button.
  useEffect(() => {
    if (address !== applied.current) {
      stop(timer);
      setVersion((before) => before + 1);
    }
    applied.current = address;
    setFormErrors(null);
  }, [address]);

  function apply(filled: HTMLFormElement) {
    stop(timer);
    const chosen = formParams(filled, readParam(params, 'sort'));
    const { problems } = priceRange(chosen);
    setFormErrors(problems);
    if (Object.keys(problems).length > 0) return;
    const path = formPath(chosen);
    applied.current = new URLSearchParams(path.split('?')[1] ?? '').toString();
    showListing(path, 'replace');
  }

  return (
    <form
      ref={form}
      id={id}
      key={version}
      action="/products"
      aria-label="Filter products"
      // Not onChange: React ignores the repeated event of a field that was filled before hydration.
      onInput={({ currentTarget }: FormEvent<HTMLFormElement>) => {
        stop(timer);
        timer.current = setTimeout(() => apply(currentTarget), debounceMs);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      <FilterFields
        params={params}
        categories={categories}
        idPrefix={id}
        problems={formErrors ?? priceRange(params).problems}
      />
      <div className="mt-2 hidden noscript:block">
        <Button type="submit" className="w-full">
          Apply filters
        </Button>
      </div>
      <TextLink href="/products" data-in-place className="mt-2 text-sm">
        Reset all
      </TextLink>
    </form>
  );
}

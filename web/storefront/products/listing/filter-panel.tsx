import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { usePageData } from '../../layout/page-data.ts';
import { formParams, formPath, type PriceErrors, priceRange, readParam } from './filters.ts';
import { isShown, pendingAttribute, showListing } from './show-listing.ts';

const debounceMs = 300;

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>;

const priceFields = [
  { name: 'minPrice', label: 'Min ₹' },
  { name: 'maxPrice', label: 'Max ₹' },
] as const;

/**
 * The filters of the listing, applied shortly after a change: beside it, and in a drawer on small screens. Back undoes one
 * change; what is typed into a field until it loses the focus is one. Without JavaScript this is a GET form with a
 * button. `children` are the facets.
 */
export function FilterPanel({ id, children }: { id: string; children?: ReactNode }) {
  const params = new URLSearchParams(usePageData().search);
  const form = useRef<HTMLFormElement>(null);
  /** Runs while a change is not applied yet. */
  const timer: Timer = useRef(undefined);
  const address = params.toString();
  const applied = useRef(address);
  /** The field into which was typed last, and the one whose text has made the entry of the history. */
  const typed = useRef('');
  const entered = useRef('');
  const [version, setVersion] = useState(0);
  /** Errors of typed values that are not in the address. */
  const [formErrors, setFormErrors] = useState<PriceErrors | null>(null);
  const problems = formErrors ?? priceRange(params).problems;

  function stop() {
    clearTimeout(timer.current);
    timer.current = undefined;
    form.current?.removeAttribute(pendingAttribute);
  }

  useEffect(() => () => clearTimeout(timer.current), []);
  // The texts are reset when the address changes by other means: a chip or the Back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address resets them
  useEffect(() => {
    const isOwn = address === applied.current;
    entered.current = isOwn ? typed.current : '';
    if (!isOwn) {
      stop();
      setVersion((before) => before + 1);
    }
    applied.current = address;
    setFormErrors(null);
  }, [address]);

  function apply(filled: HTMLFormElement, submitter?: HTMLElement | null) {
    stop();
    const chosen = formParams(filled, submitter);
    const found = priceRange(chosen).problems;
    setFormErrors(found);
    if (Object.keys(found).length > 0) return;
    const path = formPath(chosen);
    applied.current = new URLSearchParams(path.split('?')[1] ?? '').toString();
    const isFurther = typed.current !== '' && typed.current === entered.current;
    showListing(path, isFurther || isShown(path) ? 'replace' : 'push');
  }

  return (
    <form
      ref={form}
      id={id}
      action="/products"
      aria-label="Filter products"
      onFocus={() => {
        entered.current = '';
      }}
      // Not onChange: React ignores the repeated event of a field that was filled before hydration.
      onInput={({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
        stop();
        if (!(target instanceof HTMLInputElement)) return;
        typed.current = /radio|checkbox/.test(target.type) ? '' : target.name;
        // Its subcategories belong to the category that was chosen before.
        if (target.name === 'category')
          for (const item of currentTarget.querySelectorAll<HTMLInputElement>('[name="subcategory"]'))
            item.checked = false;
        currentTarget.setAttribute(pendingAttribute, '');
        timer.current = setTimeout(() => {
          if (currentTarget.hasAttribute(pendingAttribute)) apply(currentTarget);
        }, debounceMs);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget, event.nativeEvent.submitter);
      }}
    >
      {/* What Enter in a field submits: otherwise it would be the first “Show more”. */}
      <button type="submit" hidden />
      <Field
        key={`search ${version}`}
        id={`${id}-search`}
        label="Search"
        name="search"
        type="search"
        defaultValue={readParam(params, 'search')}
        placeholder="Name, description or SKU"
        enterKeyHint="search"
        maxLength={200}
        autoComplete="off"
        className="pb-4"
      />
      {children}
      <fieldset key={`prices ${version}`} className="filter-group">
        <legend>Price range</legend>
        <div className="flex items-start gap-3">
          {priceFields.map(({ name, label }) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              label={label}
              name={name}
              defaultValue={readParam(params, name)}
              error={problems[name]}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="min-w-0 flex-1"
            />
          ))}
        </div>
      </fieldset>
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

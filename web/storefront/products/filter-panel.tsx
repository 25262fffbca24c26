import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import type { CategoryLink } from '../layout/shop.ts';
import { FilterFields } from './filter-fields.tsx';
import { asked, formParams, formPath, type PriceProblems, priceRange } from './filters.ts';

const pause = 300;

/**
 * The filters beside the listing. They apply themselves shortly after a change; where no script runs the form
 * is a plain GET form with its own button, and stands above the listing on small screens too.
 */
export function FilterPanel({ id, categories }: { id: string; categories: CategoryLink[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const address = params.toString();
  const applied = useRef(address);
  const [version, setVersion] = useState(0);
  /** Errors of typed values that are not in the address. */
  const [typed, setTyped] = useState<PriceProblems | null>(null);

  useEffect(() => () => clearTimeout(timer.current), []);
  // Fields are filled anew when the address changes by other means than these fields: a chip, the back button.
  useEffect(() => {
    if (address !== applied.current) setVersion((before) => before + 1);
    applied.current = address;
    setTyped(null);
  }, [address]);

  function apply(form: HTMLFormElement) {
    clearTimeout(timer.current);
    const chosen = formParams(form, asked(params, 'sort'));
    const { problems } = priceRange(chosen);
    setTyped(problems);
    if (Object.keys(problems).length > 0) return;
    const path = formPath(chosen);
    applied.current = new URLSearchParams(path.split('?')[1] ?? '').toString();
    navigate(path, { replace: true, preventScrollReset: true });
  }

  return (
    <Form
      id={id}
      key={version}
      action="/products"
      aria-label="Filter products"
      onChange={(event: FormEvent<HTMLFormElement>) => {
        const form = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(form), pause);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      <FilterFields
        params={params}
        categories={categories}
        prefix={id}
        problems={typed ?? priceRange(params).problems}
      />
      <div className="mt-2 hidden noscript:block">
        <Button type="submit" className="w-full">
          Apply filters
        </Button>
      </div>
      <Link
        to="/products"
        preventScrollReset
        className="mt-2 inline-flex min-h-11 items-center text-sm font-medium text-press underline underline-offset-4"
      >
        Reset all
      </Link>
    </Form>
  );
}

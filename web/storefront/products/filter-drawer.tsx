import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { CategoryLink } from '../layout/shop.ts';
import { FilterFields } from './filter-fields.tsx';
import { asked, formParams, formPath, type PriceProblems, priceRange } from './filters.ts';

/** The filters of a small screen: chosen in peace, applied together. */
export function FilterDrawer({ categories, active }: { categories: CategoryLink[]; active: number }) {
  const [params] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<PriceProblems | null>(null);
  const navigate = useNavigate();

  function change(isOpen: boolean) {
    setOpen(isOpen);
    setTyped(null);
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const chosen = formParams(form, asked(params, 'sort'));
    const { problems } = priceRange(chosen);
    setTyped(problems);
    const [first] = Object.keys(problems);
    if (!first) return leaveFor(formPath(chosen));
    const field = form.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  function leaveFor(path: string) {
    change(false);
    navigate(path);
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => change(true)}
        aria-haspopup="dialog"
        className="noscript:hidden lg:hidden"
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        Filters{active > 0 && ` (${active})`}
      </Button>
      <Dialog open={open} onClose={() => change(false)} title="Filters" variant="right">
        <form
          key={`${open} ${params}`}
          aria-label="Filter products"
          className="flex flex-1 flex-col"
          onSubmit={apply}
        >
          <div className="flex-1 px-5 py-5">
            <FilterFields
              params={params}
              categories={categories}
              prefix="drawer"
              problems={typed ?? priceRange(params).problems}
            />
          </div>
          <div className="sticky bottom-0 flex gap-3 border-t border-line bg-paper px-5 py-4">
            <Button variant="secondary" className="flex-1" onClick={() => leaveFor('/products')}>
              Reset all
            </Button>
            <Button type="submit" className="flex-1">
              Apply filters
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

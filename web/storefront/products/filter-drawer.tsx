import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePageData } from '../layout/page-data.ts';
import { activeFilters } from './active-filters.tsx';
import { FilterFields } from './filter-fields.tsx';
import { formParams, formPath, type PriceErrors, priceRange, readParam } from './filters.ts';
import { showListing } from './show-listing.ts';

/** The filters for small screens, applied together. */
export function FilterDrawer() {
  const { shop, search } = usePageData();
  const categories = shop?.categories ?? [];
  const params = new URLSearchParams(search);
  const active = activeFilters(params, categories).length;
  const [open, setOpen] = useState(false);
  const [formErrors, setFormErrors] = useState<PriceErrors | null>(null);

  function changeOpen(isOpen: boolean) {
    setOpen(isOpen);
    setFormErrors(null);
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const chosen = formParams(form, readParam(params, 'sort'));
    const { problems } = priceRange(chosen);
    setFormErrors(problems);
    const [first] = Object.keys(problems);
    if (!first) return closeAndNavigate(formPath(chosen));
    const field = form.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  function closeAndNavigate(path: string) {
    changeOpen(false);
    showListing(path, 'push').then(() => window.scrollTo(0, 0));
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => changeOpen(true)}
        aria-haspopup="dialog"
        className="noscript:hidden lg:hidden"
      >
        <SlidersHorizontal className="size-4" />
        Filters{active > 0 && ` (${active})`}
      </Button>
      <Dialog open={open} onClose={() => changeOpen(false)} title="Filters" variant="right">
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
              idPrefix="drawer"
              problems={formErrors ?? priceRange(params).problems}
            />
          </div>
          <div className="sticky bottom-0 flex gap-3 border-t border-line bg-paper px-5 py-4">
            <Button variant="secondary" className="flex-1" onClick={() => closeAndNavigate('/products')}>
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

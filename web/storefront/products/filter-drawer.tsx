import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { CategoryLink } from '../layout/shop.ts';
import { FilterFields } from './filter-fields.tsx';
import { asked, formPath } from './filters.ts';

/** The filters of a small screen: chosen in peace, applied together. */
export function FilterDrawer({ categories, active }: { categories: CategoryLink[]; active: number }) {
  const [params] = useSearchParams();
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();

  function leaveFor(path: string) {
    setOpen(false);
    navigate(path);
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="noscript:hidden lg:hidden"
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        Filters{active > 0 && ` (${active})`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Filters" variant="right">
        <form
          key={`${open} ${params}`}
          aria-label="Filter products"
          className="flex flex-1 flex-col"
          onSubmit={(event) => {
            event.preventDefault();
            leaveFor(formPath(event.currentTarget, asked(params, 'sort')));
          }}
        >
          <div className="flex-1 px-5 py-5">
            <FilterFields params={params} categories={categories} prefix="drawer" />
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

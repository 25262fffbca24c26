import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePageData } from '../../layout/page-data.ts';
import { filterNames, readParams } from './filters.ts';
import { pendingAttribute, shownTotal } from './show-listing.ts';

/** Shows the form with the filters in a drawer on small screens, with the number of products that they leave. */
export function FilterDrawer({ form, total }: { form: string; total: number }) {
  const params = new URLSearchParams(usePageData().search);
  const active = filterNames.flatMap((name) => (name === 'sort' ? [] : readParams(params, name))).length;
  const [open, setOpen] = useState(false);
  const count = shownTotal.use() ?? total;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [drawer, panel] = [place.current, document.getElementById(form)?.closest('haat-island')];
    const home = panel?.parentElement;
    if (!open || !drawer || !panel || !home) return;
    drawer.append(panel);
    // It may have been replaced meanwhile.
    return () => home.append(...drawer.childNodes);
  }, [open, form]);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="shrink-0 noscript:hidden lg:hidden"
      >
        <SlidersHorizontal className="size-4" />
        Filters{active > 0 && ` (${active})`}
      </Button>
      <Dialog open={open} onClose={close} title="Filters" variant="right">
        <div ref={place} className="flex-1 px-5 py-5" />
        <div className="sticky bottom-0 flex items-center gap-4 border-t border-line bg-paper px-5 py-4">
          <p role="status" className="figures">
            {count.toLocaleString('en-IN')} {count === 1 ? 'product' : 'products'}
          </p>
          <Button
            className="flex-1"
            onClick={() => {
              // What was typed last is applied at once, by the form.
              const filters = document.getElementById(form);
              if (filters instanceof HTMLFormElement && filters.hasAttribute(pendingAttribute))
                filters.requestSubmit();
              close();
            }}
          >
            Apply filters
          </Button>
        </div>
      </Dialog>
    </>
  );
}

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { call } from '../../api.ts';
import { withItem } from '../parts/data.ts';
import { SortableItem } from '../parts/form/sortable-list.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { changeCategories, showCategories } from './changes.ts';
import { Subcategories } from './subcategories.tsx';

type Props = { category: Category; others: Category[]; onEdit: () => void; onDelete: () => void };

/** One category in the list; its subcategories open below it. */
export function CategoryItem({ category, others, onEdit, onDelete }: Props) {
  const [open, setOpen] = useState(false);
  const { _id: id, name, image, showInNavbar, subcategories } = category;
  const count = subcategories.length;

  function setInNavbar(isShown: boolean) {
    showCategories((all) => withItem(all, { ...category, showInNavbar: isShown }));
    void changeCategories(() =>
      call('PUT /categories/:id/navbar', { params: { id }, body: { showInNavbar: isShown } }),
    );
  }

  return (
    <SortableItem id={id} name={name}>
      {(handle) => (
        <>
          <div className="grid grid-cols-[auto_2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0 p-2 sm:flex sm:gap-2">
            {handle}
            <Thumbnail path={image} />
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
            >
              <span className="min-w-0">
                <span className="block font-medium wrap-break-word">{name}</span>
                <span className="block text-xs text-ink-soft">
                  {count === 0
                    ? 'No subcategories'
                    : count === 1
                      ? '1 subcategory'
                      : `${count} subcategories`}
                </span>
              </span>
              <ChevronDown
                className={`size-4 shrink-0 text-ink-soft transition-transform ${open ? 'rotate-180' : ''}`}
              />
            </button>
            <div className="flex items-center max-sm:col-span-4 max-sm:justify-end">
              <label className="flex min-h-11 items-center gap-2 px-2 text-ink-soft">
                <input
                  type="checkbox"
                  aria-label={`${name} in navigation`}
                  checked={showInNavbar}
                  onChange={(event) => setInNavbar(event.target.checked)}
                  className="size-4.5"
                />
                In navigation
              </label>
              <EditDelete name={name} onEdit={onEdit} onDelete={onDelete} />
            </div>
          </div>
          {open && <Subcategories category={category} others={others} />}
        </>
      )}
    </SortableItem>
  );
}

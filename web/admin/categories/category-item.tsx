import { ChevronDown, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { api } from '../../api.ts';
import { Picture } from '../../ui/picture.tsx';
import { Subcategories } from './subcategories.tsx';

type Props = {
  category: Category;
  others: Category[];
  item: ComponentProps<'li'>;
  handle: ComponentProps<'button'>;
  isTarget: boolean;
  act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
  onEdit: () => void;
  onDelete: () => void;
  /** Shows a change before the server has it. */
  onChange: (change: Partial<Category>) => void;
};

const tool =
  'grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';

/** One category in the list; its subcategories open below it. */
export function CategoryItem(props: Props) {
  const { category, others, item, handle, isTarget, act, onEdit, onDelete, onChange } = props;
  const [open, setOpen] = useState(false);
  const { _id, name, image, showInNavbar, subcategories } = category;
  const count = subcategories.length;
  return (
    <li {...item} className={isTarget ? 'bg-press-tint' : ''}>
      <div className="grid grid-cols-[auto_2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0 p-2 sm:flex sm:gap-2">
        <button {...handle} className={`${tool} cursor-grab`}>
          <GripVertical className="size-4" aria-hidden="true" />
        </button>
        <span className="w-11 shrink-0 overflow-hidden rounded-sm">
          <Picture path={image} alt="" sizes="44px" />
        </span>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-left"
        >
          <span className="min-w-0">
            <span className="block font-medium wrap-break-word">{name}</span>
            <span className="block text-xs text-ink-soft">
              {count === 0 ? 'No subcategories' : count === 1 ? '1 subcategory' : `${count} subcategories`}
            </span>
          </span>
          <ChevronDown
            className={`size-4 shrink-0 text-ink-soft transition-transform ${open ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
        <div className="flex items-center max-sm:col-span-4 max-sm:justify-end">
          <label className="flex min-h-11 items-center gap-2 px-2 text-ink-soft">
            <input
              type="checkbox"
              aria-label={`${name} in navigation`}
              checked={showInNavbar}
              onChange={(event) => {
                const wanted = event.target.checked;
                onChange({ showInNavbar: wanted });
                void act(() => api.put(`/categories/${_id}/navbar`, { showInNavbar: wanted }));
              }}
              className="size-4.5"
            />
            In navigation
          </label>
          <button type="button" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit} className={tool}>
            <Pencil className="size-4" aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={onDelete}
            className={`${tool} hover:text-madder`}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </button>
        </div>
      </div>
      {open && (
        <Subcategories
          category={category}
          others={others}
          act={act}
          onChange={(parts) => onChange({ subcategories: parts })}
        />
      )}
    </li>
  );
}

import { GripVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import type { Subcategory } from '../../../shared/contract/catalogue-admin.ts';
import { api } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { moved, useSortable } from '../parts/sortable.ts';
import { GroupDialog, type GroupDraft } from './group-dialog.tsx';

type Part = Category['subcategories'][number];
type Props = {
  category: Category;
  others: Category[];
  act: (work: () => Promise<unknown>, done?: string) => Promise<void>;
  onChange: (subcategories: Part[]) => void;
};

const tool =
  'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';

/** The subcategories of one category: made, renamed, put in order, moved to another, removed. */
export function Subcategories({ category, others, act, onChange }: Props) {
  const [editing, setEditing] = useState<Subcategory | 'new' | null>(null);
  const [going, setGoing] = useState<Part | null>(null);
  const { subcategories } = category;
  const url = `/categories/${category._id}/subcategories`;
  const sortable = useSortable(subcategories.length, (from, to) => {
    const next = moved(subcategories, from, to);
    onChange(next);
    void act(() => api.put(`${url}/reorder`, { subcategoryIds: next.map(({ _id }) => _id) }));
  });

  /** The list knows names alone. */
  const edit = ({ _id }: Part) =>
    api
      .get<Subcategory>(`/categories/subcategory/${_id}`)
      .then(setEditing)
      .catch((error: unknown) => showFailure(error, 'Failed to load data. Please try again.'));

  async function save(draft: Partial<GroupDraft>) {
    if (editing === 'new') await api.post(url, draft);
    else if (editing) await api.put(`${url}/${editing._id}`, draft);
    await act(async () => toast('Saved', 'success'));
  }

  return (
    <div className="border-t border-line bg-paper-deep py-2 pr-2 pl-4 sm:pl-14">
      <ul className="grid gap-1">
        {subcategories.map((part, i) => (
          <li
            key={part._id}
            {...sortable.item(i)}
            className={`flex flex-wrap items-center gap-1 rounded-sm ${sortable.isTarget(i) ? 'bg-press-tint' : ''}`}
          >
            <button {...sortable.handle(i, part.name)} className={`${tool} cursor-grab`}>
              <GripVertical className="size-4" aria-hidden="true" />
            </button>
            <span className="min-w-0 flex-1 wrap-break-word max-sm:basis-[calc(100%-3.5rem)]">
              {part.name}
            </span>
            {others.length > 0 && (
              <select
                aria-label={`Move ${part.name} to another category`}
                value=""
                onChange={(event) => {
                  const targetCategoryId = event.target.value;
                  void act(
                    () => api.put(`${url}/${part._id}/move`, { targetCategoryId }),
                    `${part.name} moved`,
                  );
                }}
                className="office-input w-32 max-sm:ml-auto"
              >
                <option value="">Move to…</option>
                {others.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
            <button
              type="button"
              aria-label={`Edit ${part.name}`}
              title="Edit"
              onClick={() => edit(part)}
              className={tool}
            >
              <Pencil className="size-4" aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-label={`Delete ${part.name}`}
              title="Delete"
              onClick={() => setGoing(part)}
              className={`${tool} hover:text-madder`}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => setEditing('new')}
        className="inline-flex min-h-11 items-center gap-2 px-3 font-medium text-press underline-offset-4 hover:underline"
      >
        <Plus className="size-4" aria-hidden="true" />
        Add subcategory
      </button>
      <GroupDialog
        noun="subcategory"
        of={editing === 'new' ? {} : editing}
        isNew={editing === 'new'}
        pictures="category"
        onSave={save}
        onClose={() => setEditing(null)}
      />
      <Confirm
        open={going !== null}
        title="Delete this subcategory?"
        action="Delete"
        onClose={() => setGoing(null)}
        onConfirm={() => act(() => api.delete(`${url}/${going?._id}`), 'Subcategory deleted')}
      >
        <p>
          <strong>{going?.name}</strong> leaves the shop. Products in it must be moved first.
        </p>
      </Confirm>
    </div>
  );
}

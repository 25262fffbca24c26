import { arrayMove } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { useAction, withItem } from '../parts/data.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { namesById, Options } from '../parts/list/filters.tsx';
import { changeCategories, showCategories } from './changes.ts';
import { useGroupDialogs } from './group-dialog.tsx';

type Subcategory = Category['subcategories'][number];

/** The subcategories of one category: created, edited, sorted, moved to another category, deleted. */
export function Subcategories({ category, others }: { category: Category; others: Category[] }) {
  const { _id: id, subcategories } = category;
  const { edit, confirmDelete, dialog } = useGroupDialogs({
    noun: 'subcategory',
    pictures: 'category',
    list: 'GET /categories',
    onSave: (body, subId) =>
      subId
        ? call('PUT /categories/:id/subcategories/:subId', { params: { id, subId }, body })
        : call('POST /categories/:id/subcategories', { params: { id }, body }),
    onDelete: (subId) => call('DELETE /categories/:id/subcategories/:subId', { params: { id, subId } }),
    consequence: 'is removed from the shop. Products in it must be moved first.',
  });

  function sort(from: number, to: number) {
    const next = arrayMove(subcategories, from, to);
    showCategories((all) => withItem(all, { ...category, subcategories: next }));
    const subcategoryIds = next.map(({ _id }) => _id);
    void changeCategories(() =>
      call('PUT /categories/:id/subcategories/reorder', { params: { id }, body: { subcategoryIds } }),
    );
  }

  function move({ _id: subId, name }: Subcategory, targetCategoryId: string) {
    const options = { params: { id, subId }, body: { targetCategoryId } };
    void changeCategories(
      () => call('PUT /categories/:id/subcategories/:subId/move', options),
      `${name} was moved`,
    );
  }

  /** The list has no descriptions, so the subcategory is read before it is edited. */
  const load = useAction(
    async ({ _id }: Subcategory) =>
      edit(await call('GET /categories/subcategory/:id', { params: { id: _id } })),
    'Failed to load data. Please try again.',
  );

  return (
    <div className="border-t border-line bg-paper-deep py-2 pr-2 pl-4 sm:pl-14">
      <Sortable ids={subcategories.map(({ _id }) => _id)} onMove={sort}>
        <ul className="grid gap-1">
          {subcategories.map((subcategory) => (
            <SortableItem
              key={subcategory._id}
              id={subcategory._id}
              name={subcategory.name}
              className="flex flex-wrap items-center gap-1 rounded-sm"
            >
              {(handle) => (
                <>
                  {handle}
                  <span className="min-w-0 flex-1 wrap-break-word max-sm:basis-[calc(100%-3.5rem)]">
                    {subcategory.name}
                  </span>
                  {others.length > 0 && (
                    <select
                      aria-label={`Move ${subcategory.name} to another category`}
                      value=""
                      onChange={(event) => move(subcategory, event.target.value)}
                      className="office-input w-32 max-sm:ml-auto"
                    >
                      <option value="">Move to…</option>
                      <Options labels={namesById(others)} />
                    </select>
                  )}
                  <EditDelete
                    name={subcategory.name}
                    onEdit={() => load.run(subcategory)}
                    onDelete={() => confirmDelete(subcategory)}
                  />
                </>
              )}
            </SortableItem>
          ))}
        </ul>
      </Sortable>
      <button
        type="button"
        onClick={() => edit('new')}
        className="inline-flex min-h-11 items-center gap-2 px-3 font-medium text-press underline-offset-4 hover:underline"
      >
        <Plus className="size-4" />
        Add subcategory
      </button>
      {dialog}
    </div>
  );
}

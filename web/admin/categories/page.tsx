import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { invalidate, queryClient, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { namesById, Options } from '../parts/list/filters.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { GroupPage, useGroupDialogs } from './group-page.tsx';

/** Categories with their subcategories: created, edited, sorted, shown in the navigation (spec §7 Categories). */
export default function Categories() {
  const query = useQuery(read('GET /categories'));
  function move(categories: Category[], from: number, to: number) {
    const next = arrayMove(categories, from, to);
    showCategories(() => next);
    const categoryIds = next.map(({ _id }) => _id);
    void changeCategories(() => call('PUT /categories/reorder', { body: { categoryIds } }));
  }

  return (
    <GroupPage
      title="Categories"
      noun="category"
      purpose="Categories are how shoppers find their way: the navigation and the filters show them."
      query={query}
      pictures="category"
      list="GET /categories"
      onSave={(body, id) =>
        id ? call('PUT /categories/:id', { params: { id }, body }) : call('POST /categories', { body })
      }
      onDelete={(id) => call('DELETE /categories/:id', { params: { id } })}
      consequence="and its subcategories are removed from the shop. Products in it must be moved first."
    >
      {(categories, { edit, confirmDelete }) => (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <Sortable ids={categories.map(({ _id }) => _id)} onMove={(from, to) => move(categories, from, to)}>
            <ul className="divide-y divide-line rounded-md ring-1 ring-line">
              {categories.map((category) => (
                <CategoryItem
                  key={category._id}
                  category={category}
                  others={categories.filter(({ _id }) => _id !== category._id)}
                  onEdit={() => edit(category)}
                  onDelete={() => confirmDelete(category)}
                />
              ))}
            </ul>
          </Sortable>
          <NavbarOrder categories={categories} />
        </div>
      )}
    </GroupPage>
  );
}

function NavbarOrder({ categories }: { categories: Category[] }) {
  const shown = categories
    .filter(({ showInNavbar }) => showInNavbar)
    .toSorted((a, b) => a.navbarOrder - b.navbarOrder);

  function move(from: number, to: number) {
    const categoryIds = arrayMove(shown, from, to).map(({ _id }) => _id);
    showCategories((all) =>
      all.map((category) => ({ ...category, navbarOrder: categoryIds.indexOf(category._id) })),
    );
    void changeCategories(() => call('PUT /categories/navbar/reorder', { body: { categoryIds } }));
  }

  return (
    <section aria-label="In the navigation" className="rounded-md p-4 ring-1 ring-line">
      <h2 className="text-lg">In the navigation</h2>
      {shown.length === 0 && (
        <p className="mt-2 text-ink-soft">Select “In navigation” for a category to show it here.</p>
      )}
      <Sortable ids={shown.map(({ _id }) => _id)} onMove={move}>
        <ol className="mt-2">
          {shown.map(({ _id, name }) => (
            <SortableItem
              key={_id}
              id={_id}
              name={`${name} in the navigation`}
              className="flex items-center gap-1 rounded-sm"
            >
              {(handle) => (
                <>
                  {handle}
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </>
              )}
            </SortableItem>
          ))}
        </ol>
      </Sortable>
    </section>
  );
}

type Props = { category: Category; others: Category[]; onEdit: () => void; onDelete: () => void };

/** One category in the list; its subcategories open below it. */
function CategoryItem({ category, others, onEdit, onDelete }: Props) {
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

type Subcategory = Category['subcategories'][number];

/** The subcategories of one category: created, edited, sorted, moved to another category, deleted. */
function Subcategories({ category, others }: { category: Category; others: Category[] }) {
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

/** Shows a change of the categories before the server has confirmed it. A read under way would revert it. */
function showCategories(change: (categories: Category[]) => Category[]): void {
  void queryClient.cancelQueries({ queryKey: ['GET /categories'] });
  updateCached('GET /categories', (list) => ({ ...list, items: change(list.items) }));
}

let pending = 0;

/**
 * Makes a change and reads the categories again, which reverts `showCategories` if the change failed. They are read
 * after the last of several concurrent changes: an earlier reply would revert what the later ones show.
 */
async function changeCategories(change: () => Promise<unknown>, success?: string): Promise<void> {
  pending += 1;
  try {
    await change();
    if (success) toast(success, 'success');
  } catch (error) {
    showFailure(error, 'Could not save. Please try again.');
  }
  pending -= 1;
  if (pending === 0) await invalidate('GET /categories');
}

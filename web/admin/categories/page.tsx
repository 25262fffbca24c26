import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../api.ts';
import { read, withItem } from '../parts/data.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { changeCategories, showCategories } from './changes.ts';
import { GroupPage } from './group-page.tsx';
import { Subcategories } from './subcategories.tsx';

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

/** The categories in the shop's navigation, in their order there. */
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

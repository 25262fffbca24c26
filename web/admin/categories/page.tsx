import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { call } from '../../api.ts';
import { read } from '../parts/data.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { CategoryItem } from './category-item.tsx';
import { changeCategories, showCategories } from './changes.ts';
import { GroupPage } from './group-page.tsx';

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
                  others={categories.filter((each) => each !== category)}
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
    showCategories((now) => now.map((each) => ({ ...each, navbarOrder: categoryIds.indexOf(each._id) })));
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

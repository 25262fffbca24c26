import { arrayMove } from '@dnd-kit/sortable';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { call } from '../../api.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { changeCategories, showCategories } from './changes.ts';

/** The categories in the shop's navigation, in their order there. */
export function NavbarOrder({ categories }: { categories: Category[] }) {
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

import { GripVertical } from 'lucide-react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { api } from '../../api.ts';
import { moved, useSortable } from '../parts/sortable.ts';

type Props = { categories: Category[]; act: (work: () => Promise<unknown>) => Promise<void> };

/** The categories in the shop's navigation, in their order there. */
export function NavbarOrder({ categories, act }: Props) {
  const shown = categories
    .filter(({ showInNavbar }) => showInNavbar)
    .toSorted((a, b) => a.navbarOrder - b.navbarOrder);
  const sortable = useSortable(shown.length, (from, to) => {
    const categoryIds = moved(shown, from, to).map(({ _id }) => _id);
    void act(() => api.put('/categories/navbar/reorder', { categoryIds }));
  });
  return (
    <section aria-label="In the navigation" className="rounded-md p-4 ring-1 ring-line">
      <h2 className="text-lg">In the navigation</h2>
      {shown.length === 0 && (
        <p className="mt-2 text-ink-soft">Tick “In navigation” on a category, and it appears here.</p>
      )}
      <ol className="mt-2">
        {shown.map((category, i) => (
          <li
            key={category._id}
            {...sortable.item(i)}
            className={`flex items-center gap-1 rounded-sm ${sortable.isTarget(i) ? 'bg-press-tint' : ''}`}
          >
            <button
              {...sortable.handle(i, `${category.name} in the navigation`)}
              className="grid size-9 shrink-0 cursor-grab place-items-center rounded-sm text-ink-soft hover:text-ink"
            >
              <GripVertical className="size-4" aria-hidden="true" />
            </button>
            <span className="min-w-0 wrap-anywhere">{category.name}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

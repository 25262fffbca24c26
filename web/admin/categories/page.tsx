import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { moved, useSortable } from '../parts/sortable.ts';
import { useCall } from '../parts/use-call.ts';
import { CategoryItem } from './category-item.tsx';
import { GroupDialog, type GroupDraft } from './group-dialog.tsx';
import { NavbarOrder } from './navbar-order.tsx';
import { GroupTabs } from './tabs.tsx';

const failedToSave = 'Could not save. Please try again.';

/** Categories with their subcategories: made, changed, put in order, shown in the navigation (spec §7 Categories). */
export default function Categories() {
  const { data, error, reload, set } = useCall<Category[]>(
    '/categories',
    'Failed to load data. Please try again.',
  );
  const [editing, setEditing] = useState<Category | 'new' | null>(null);
  const [going, setGoing] = useState<Category | null>(null);
  const categories = data ?? [];
  const sortable = useSortable(categories.length, (from, to) => void reorder(from, to));

  /** Does something and reads the list again; what was shown before comes back where it fails. */
  async function act(work: () => Promise<unknown>, done = '') {
    try {
      await work();
      if (done) toast(done, 'success');
    } catch (problem) {
      showFailure(problem, failedToSave);
    }
    reload();
  }

  async function reorder(from: number, to: number) {
    const next = moved(categories, from, to);
    set(() => next);
    await act(() => api.put('/categories/reorder', { categoryIds: next.map(({ _id }) => _id) }));
  }

  async function save(draft: Partial<GroupDraft>) {
    if (editing === 'new') await api.post('/categories', draft);
    else if (editing) await api.put(`/categories/${editing._id}`, draft);
    toast('Saved', 'success');
    reload();
  }

  return (
    <>
      <PageHead title="Categories">
        <Button onClick={() => setEditing('new')}>
          <Plus className="size-4" aria-hidden="true" />
          Add category
        </Button>
      </PageHead>
      <GroupTabs />
      {error && <LoadError message={error} onRetry={reload} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && (
        <Empty
          title="No categories yet"
          text="Categories are how shoppers find their way: the navigation and the filters show them."
          action={<Button onClick={() => setEditing('new')}>Add category</Button>}
        />
      )}
      {categories.length > 0 && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <ul className="divide-y divide-line rounded-md ring-1 ring-line">
            {categories.map((category, i) => (
              <CategoryItem
                key={category._id}
                category={category}
                others={categories.filter((each) => each !== category)}
                item={sortable.item(i)}
                handle={sortable.handle(i, category.name)}
                isTarget={sortable.isTarget(i)}
                act={act}
                onEdit={() => setEditing(category)}
                onDelete={() => setGoing(category)}
                onChange={(change) =>
                  set((all) => all.map((each) => (each._id === category._id ? { ...each, ...change } : each)))
                }
              />
            ))}
          </ul>
          <NavbarOrder categories={categories} act={act} />
        </div>
      )}
      <GroupDialog
        noun="category"
        of={editing === 'new' ? {} : editing}
        isNew={editing === 'new'}
        pictures="category"
        onSave={save}
        onClose={() => setEditing(null)}
      />
      <Confirm
        open={going !== null}
        title="Delete this category?"
        action="Delete"
        onClose={() => setGoing(null)}
        onConfirm={() => act(() => api.delete(`/categories/${going?._id}`), 'Category deleted')}
      >
        <p>
          <strong>{going?.name}</strong> and its subcategories leave the shop. Products in it must be moved
          first.
        </p>
      </Confirm>
    </>
  );
}

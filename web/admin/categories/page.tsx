import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { read } from '../parts/data.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { Sortable } from '../parts/sortable-list.tsx';
import { CategoryItem } from './category-item.tsx';
import { changeCategories, showCategories } from './changes.ts';
import { useGroupDialogs } from './group-dialog.tsx';
import { NavbarOrder } from './navbar-order.tsx';
import { GroupTabs } from './tabs.tsx';

/** Categories with their subcategories: created, edited, sorted, shown in the navigation (spec §7 Categories). */
export default function Categories() {
  const { data, isError, refetch } = useQuery(read('GET /categories'));
  const categories = data?.items ?? [];
  const { edit, confirmDelete, dialogs } = useGroupDialogs({
    noun: 'category',
    pictures: 'category',
    list: 'GET /categories',
    onSave: (body, id) =>
      id ? call('PUT /categories/:id', { params: { id }, body }) : call('POST /categories', { body }),
    onDelete: (id) => call('DELETE /categories/:id', { params: { id } }),
    consequence: 'and its subcategories are removed from the shop. Products in it must be moved first.',
  });

  function move(from: number, to: number) {
    const next = arrayMove(categories, from, to);
    showCategories(() => next);
    void changeCategories(() =>
      call('PUT /categories/reorder', { body: { categoryIds: next.map(({ _id }) => _id) } }),
    );
  }

  return (
    <>
      <PageHead title="Categories">
        <Button icon={Plus} onClick={() => edit('new')}>
          Add category
        </Button>
      </PageHead>
      <GroupTabs />
      {isError && <LoadError message="Failed to load data. Please try again." onRetry={() => refetch()} />}
      {!data && !isError && <SkeletonRows />}
      {data?.total === 0 && (
        <Empty
          title="No categories yet"
          text="Categories are how shoppers find their way: the navigation and the filters show them."
          action={<Button onClick={() => edit('new')}>Add category</Button>}
        />
      )}
      {categories.length > 0 && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <Sortable ids={categories.map(({ _id }) => _id)} onMove={move}>
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
      {dialogs}
    </>
  );
}

import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Attribute } from '../../../shared/contract/catalogue/attributes.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction } from '../parts/data.ts';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { AttributeDialog, typeLabels } from './attribute-dialog.tsx';

/** The attributes of products: added, edited, sorted and deleted. */
export default function AttributesPage() {
  const attributes = useQuery(read('GET /settings/attributes'));
  const [editing, setEditing] = useState<Attribute | 'new' | null>(null);
  const sort = useAction(async (attributeIds: string[]) => {
    try {
      await call('PUT /settings/attributes/order', { body: { attributeIds } });
    } finally {
      await invalidate('GET /settings/attributes');
    }
  }, 'Could not save. Please try again.');
  const confirmDelete = ({ _id: id, name }: Attribute) =>
    confirm({
      title: 'Delete this attribute?',
      text: `“${name}” and its values no longer appear on products and in filters.`,
      failed: 'Could not delete. Please try again.',
      async onConfirm() {
        await call('DELETE /settings/attributes/:id', { params: { id } });
        toast(`${name} was deleted`, 'success');
        await invalidate('GET /settings/attributes');
      },
    });
  function move(all: Attribute[], from: number, to: number) {
    const next = arrayMove(all, from, to);
    updateCached('GET /settings/attributes', () => next);
    void sort.run(next.map(({ _id }) => _id));
  }
  const add = (
    <Button icon={Plus} onClick={() => setEditing('new')}>
      Add attribute
    </Button>
  );
  return (
    <>
      <SettingsHead title="Attributes">{add}</SettingsHead>
      <Loaded query={attributes} failed="Failed to load the attributes. Please try again.">
        {(all) =>
          all.length === 0 ? (
            <Empty
              title="No attributes yet"
              text="Attributes such as material, height or care appear on the pages of products, and shoppers can filter by them."
              action={add}
            />
          ) : (
            <Sortable ids={all.map(({ _id }) => _id)} onMove={(from, to) => move(all, from, to)}>
              <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
                {all.map((attribute) => (
                  <SortableItem
                    key={attribute._id}
                    id={attribute._id}
                    name={attribute.name}
                    className="flex items-center gap-1 bg-paper p-2"
                  >
                    {(handle) => (
                      <>
                        {handle}
                        <span className="min-w-0 flex-1">
                          <span className="block font-medium wrap-break-word">{attribute.name}</span>
                          <span className="line-clamp-2 text-xs text-ink-soft wrap-anywhere">
                            {describe(attribute)}
                          </span>
                        </span>
                        <EditDelete
                          name={attribute.name}
                          onEdit={() => setEditing(attribute)}
                          onDelete={() => confirmDelete(attribute)}
                        />
                      </>
                    )}
                  </SortableItem>
                ))}
              </ul>
            </Sortable>
          )
        }
      </Loaded>
      {editing && (
        <AttributeDialog stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

function describe({ type, unit, choices, isFilter, categories }: Attribute): string {
  const values = { choice: choices.join(', '), number: unit && `in ${unit}`, flag: '', text: '' }[type];
  const count = categories.length;
  return [
    values ? `${typeLabels[type]}: ${values}` : typeLabels[type],
    isFilter ? 'Filter' : 'Not a filter',
    ...(count > 0 ? [`Only in ${count} ${count === 1 ? 'category' : 'categories'}`] : []),
  ].join(' · ');
}

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Group } from '../../../shared/contract/catalogue-admin.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useCall } from '../parts/use-call.ts';
import { GroupDialog, type GroupDraft } from './group-dialog.tsx';
import { GroupTabs } from './tabs.tsx';

const kinds = {
  brands: { noun: 'brand', title: 'Brands' },
  'product-types': { noun: 'product type', title: 'Product types' },
} as const;

/** Brands or product types, by the address (spec §7 Other catalogue calls). */
export default function Groups() {
  const kind = useLocation().pathname.includes('brands') ? 'brands' : 'product-types';
  return <GroupList key={kind} kind={kind} />;
}

function GroupList({ kind }: { kind: keyof typeof kinds }) {
  const { noun, title } = kinds[kind];
  const { data, error, reload } = useCall<Group[]>(`/${kind}`, 'Failed to load data. Please try again.');
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const [going, setGoing] = useState<Group | null>(null);

  async function save(draft: Partial<GroupDraft>) {
    if (editing === 'new') await api.post(`/${kind}`, draft);
    else if (editing) await api.put(`/${kind}/${editing._id}`, draft);
    toast('Saved', 'success');
    reload();
  }
  async function remove() {
    try {
      await api.delete(`/${kind}/${going?._id}`);
      toast('Deleted', 'success');
      reload();
    } catch (problem) {
      showFailure(problem, 'Could not delete. Please try again.');
    }
  }

  const add = (
    <Button onClick={() => setEditing('new')}>
      <Plus className="size-4" aria-hidden="true" />
      Add {noun}
    </Button>
  );
  const tool =
    'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';
  return (
    <>
      <PageHead title={title}>{add}</PageHead>
      <GroupTabs />
      {error && <LoadError message={error} onRetry={reload} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && (
        <Empty title={`No ${noun}s yet`} text="They help shoppers filter, and are optional." action={add} />
      )}
      {data && data.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
          {data.map((group) => (
            <li key={group._id} className="flex items-center gap-3 p-2 pl-3">
              <span className="w-11 shrink-0 overflow-hidden rounded-sm">
                <Picture path={group.image} alt="" sizes="44px" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-break-word">{group.name}</span>
                <span className="line-clamp-1 text-xs text-ink-soft">{group.description}</span>
              </span>
              <span className="flex">
                <button
                  type="button"
                  aria-label={`Edit ${group.name}`}
                  title="Edit"
                  onClick={() => setEditing(group)}
                  className={tool}
                >
                  <Pencil className="size-4" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Delete ${group.name}`}
                  title="Delete"
                  onClick={() => setGoing(group)}
                  className={`${tool} hover:text-madder`}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <GroupDialog
        noun={noun}
        of={editing === 'new' ? {} : editing}
        isNew={editing === 'new'}
        pictures="brand"
        onSave={save}
        onClose={() => setEditing(null)}
      />
      <Confirm
        open={going !== null}
        title={`Delete this ${noun}?`}
        action="Delete"
        onClose={() => setGoing(null)}
        onConfirm={remove}
      >
        <p>
          <strong>{going?.name}</strong> goes for good. Products that have it must be changed first.
        </p>
      </Confirm>
    </>
  );
}

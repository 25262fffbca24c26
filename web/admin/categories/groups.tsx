import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Group } from '../../../shared/contract/catalogue-admin.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { GroupDialog } from './group-dialog.tsx';
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
  const { data, isError, refetch } = useQuery(read(`GET /${kind}`));
  const [editing, setEditing] = useState<Group | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Group | null>(null);
  const remove = useAction(async ({ _id: id }: Group) => {
    await call(`DELETE /${kind}/:id`, { params: { id } });
    toast('Deleted', 'success');
    void invalidate(`GET /${kind}`);
  }, 'Could not delete. Please try again.');

  const add = (
    <Button onClick={() => setEditing('new')}>
      <Plus className="size-4" aria-hidden="true" />
      Add {noun}
    </Button>
  );
  return (
    <>
      <PageHead title={title}>{add}</PageHead>
      <GroupTabs />
      {isError && <LoadError message="Failed to load data. Please try again." onRetry={() => refetch()} />}
      {!data && !isError && <SkeletonRows />}
      {data?.total === 0 && (
        <Empty title={`No ${noun}s yet`} text="They help shoppers filter, and are optional." action={add} />
      )}
      {data && data.total > 0 && (
        <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
          {data.items.map((group) => (
            <li key={group._id} className="flex items-center gap-3 p-2 pl-3">
              <span className="w-11 shrink-0 overflow-hidden rounded-sm">
                <Picture path={group.image} alt="" sizes="44px" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-break-word">{group.name}</span>
                <span className="line-clamp-1 text-xs text-ink-soft">{group.description}</span>
              </span>
              <span className="flex">
                <IconButton
                  icon={Pencil}
                  label={`Edit ${group.name}`}
                  title="Edit"
                  onClick={() => setEditing(group)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete ${group.name}`}
                  title="Delete"
                  onClick={() => setDeleting(group)}
                  className="hover:text-madder"
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <GroupDialog
        noun={noun}
        group={editing}
        pictures="brand"
        list={`GET /${kind}`}
        onSave={(body, id) =>
          id ? call(`PUT /${kind}/:id`, { params: { id }, body }) : call(`POST /${kind}`, { body })
        }
        onClose={() => setEditing(null)}
      />
      <Confirm
        open={deleting}
        title={`Delete this ${noun}?`}
        action="Delete"
        onClose={() => setDeleting(null)}
        onConfirm={remove.run}
      >
        {({ name }) => (
          <p>
            <strong>{name}</strong> is deleted permanently. Products that have it must be changed first.
          </p>
        )}
      </Confirm>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useLocation } from 'react-router';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Picture } from '../../ui/picture.tsx';
import { read } from '../parts/data.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { useGroupDialogs } from './group-dialog.tsx';
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
  const { edit, confirmDelete, dialogs } = useGroupDialogs({
    noun,
    pictures: 'brand',
    list: `GET /${kind}`,
    onSave: (body, id) =>
      id ? call(`PUT /${kind}/:id`, { params: { id }, body }) : call(`POST /${kind}`, { body }),
    onDelete: (id) => call(`DELETE /${kind}/:id`, { params: { id } }),
    consequence: 'is deleted permanently. Products that have it must be changed first.',
  });

  const add = (
    <Button icon={Plus} onClick={() => edit('new')}>
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
              <EditDelete
                name={group.name}
                onEdit={() => edit(group)}
                onDelete={() => confirmDelete(group)}
              />
            </li>
          ))}
        </ul>
      )}
      {dialogs}
    </>
  );
}

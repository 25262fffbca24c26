import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call } from '../../api.ts';
import { read } from '../parts/data.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { GroupPage } from './group-page.tsx';

const kinds = {
  brands: {
    noun: 'brand',
    title: 'Brands',
    purpose: 'A brand is the maker or label of products. It has a page with its place, story and picture.',
  },
  'product-types': {
    noun: 'product type',
    title: 'Product types',
    purpose: 'They help shoppers filter, and are optional.',
  },
} as const;

/** Brands or product types, by the address (spec §7 Other catalogue calls). */
export default function Groups() {
  const kind = useLocation().pathname.includes('brands') ? 'brands' : 'product-types';
  return <GroupList key={kind} kind={kind} />;
}

function GroupList({ kind }: { kind: keyof typeof kinds }) {
  const query = useQuery(read(`GET /${kind}`));
  return (
    <GroupPage
      {...kinds[kind]}
      purpose={kinds[kind].purpose}
      query={query}
      pictures="brand"
      list={`GET /${kind}`}
      onSave={(body, id) =>
        id ? call(`PUT /${kind}/:id`, { params: { id }, body }) : call(`POST /${kind}`, { body })
      }
      onDelete={(id) => call(`DELETE /${kind}/:id`, { params: { id } })}
      consequence="is deleted permanently. Products that have it must be changed first."
    >
      {(groups, { edit, confirmDelete }) => (
        <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
          {groups.map((group) => (
            <li key={group._id} className="flex items-center gap-3 p-2 pl-3">
              <Thumbnail path={group.image} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-break-word">{group.name}</span>
                <span className="line-clamp-1 text-xs text-ink-soft">
                  {[placeOf(group), group.description].filter(Boolean).join(' · ')}
                </span>
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
    </GroupPage>
  );
}

const placeOf = (group: { name: string; town?: string; state?: string }) =>
  [group.town, group.state].filter(Boolean).join(', ');

import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ListStates } from '../parts/list/list.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { Tabs } from '../parts/page/tabs.tsx';
import { type GroupProps, useGroupDialogs } from './group-dialog.tsx';

const tabs = [
  ['/admin/categories', 'Categories'],
  ['/admin/brands', 'Brands'],
  ['/admin/product-types', 'Product types'],
] as const;

type Actions = Pick<ReturnType<typeof useGroupDialogs>, 'edit' | 'confirmDelete'>;

/** The page of categories, brands or product types, with the button that adds one. `children` renders the list. */
export function GroupPage<Group>(
  props: GroupProps & {
    title: string;
    /** Says what the groups are for. Shown while there are none. */
    purpose: string;
    query: UseQueryResult<{ items: Group[]; total: number }>;
    children: (groups: Group[], actions: Actions) => ReactNode;
  },
) {
  const { title, purpose, query, children, noun } = props;
  const { edit, confirmDelete, dialog } = useGroupDialogs(props);
  const action = (
    <Button icon={Plus} onClick={() => edit('new')}>
      Add {noun}
    </Button>
  );
  return (
    <>
      <PageHead title={title}>{action}</PageHead>
      <Tabs label="Groups" tabs={tabs} />
      <ListStates
        query={query}
        failed="Failed to load data. Please try again."
        empty={{ title: `No ${title.toLowerCase()} yet`, text: purpose, action }}
      >
        {(groups) => children(groups, { edit, confirmDelete })}
      </ListStates>
      {dialog}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Redirect } from '../../../shared/contract/redirects.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Filters } from '../parts/list/filters.tsx';
import { EditDelete } from '../parts/icon-button.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { SettingsTabs } from '../parts/page/settings-tabs.tsx';
import { ImportRedirects } from './import-redirects.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';

/** The redirects from addresses without a page: searched, added, edited, deleted and imported. */
export default function RedirectsPage() {
  const address = useAddress(['search']);
  const { get, page, limit } = address;
  const search = get('search');
  const list = useQuery({
    ...read('GET /settings/redirects', { query: { page, limit, ...(search && { search }) } }),
    ...pageQuery,
  });
  const [editing, setEditing] = useState<Redirect | 'new' | null>(null);
  const remove = useAction(async ({ _id, from }: Redirect) => {
    await call('DELETE /settings/redirects/:id', { params: { id: _id } });
    toast(`The redirect from ${from} was deleted`, 'success');
    await invalidate('GET /settings/redirects');
  }, 'Could not delete. Please try again.');
  const confirmDelete = (redirect: Redirect) =>
    confirm({
      title: 'Delete this redirect?',
      action: 'Delete',
      text: `${redirect.from} will show “Page not found”.`,
      onConfirm: () => remove.run(redirect),
    });
  const add = (
    <Button icon={Plus} onClick={() => setEditing('new')}>
      Add redirect
    </Button>
  );
  return (
    <>
      <PageHead title="Redirects">{add}</PageHead>
      <SettingsTabs />
      <p className="mb-5 max-w-2xl text-ink-soft">
        A redirect sends visitors of an address without a page to another page, for example from the addresses
        of your previous shop. Products, categories and brands whose slug you change need none: their old
        addresses lead to the new ones.
      </p>
      <ImportRedirects />
      <Filters address={address} search={['Search redirects', 'Search addresses']} />
      <List
        query={list}
        className="table-fixed"
        columns={[
          { name: 'From', className: 'wrap-anywhere max-lg:font-medium', cell: ({ from }) => from },
          {
            name: 'To',
            className: 'wrap-anywhere max-lg:col-start-1 max-lg:text-ink-soft',
            cell: ({ to }) => (
              <a href={to} target="_blank" rel="noreferrer" className="text-press hover:underline">
                {to}
              </a>
            ),
          },
          {
            name: <span className="sr-only">Actions</span>,
            className: 'lg:w-28 max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1',
            cell: (redirect) => (
              <EditDelete
                name={redirect.from}
                onEdit={() => setEditing(redirect)}
                onDelete={() => confirmDelete(redirect)}
              />
            ),
          },
        ]}
        failed="Failed to load the redirects. Please try again."
        empty={{
          title: 'No redirects yet',
          text: 'Add one, or import the redirects of your previous shop.',
          action: add,
        }}
        address={address}
        noun="redirect"
      />
      <RedirectDialog redirect={editing} onClose={() => setEditing(null)} />
    </>
  );
}

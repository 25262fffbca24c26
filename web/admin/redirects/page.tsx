import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Redirect, redirectChange } from '../../../shared/contract/content.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read } from '../parts/data.ts';
import { TextFields } from '../parts/form/fields.tsx';
import { FileChoice, SkippedLines, useCheckedFile } from '../parts/form/file-choice.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage } from '../parts/list/list.tsx';
import { NewTab, SettingsTabs } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';

/** The redirects from addresses without a page: searched, added, edited, deleted and imported. */
export default function RedirectsPage() {
  const address = useAddress(['search']);
  const list = useQuery({ ...read('GET /settings/redirects', { query: address.query }), ...pageQuery });
  const [editing, setEditing] = useState<Redirect | 'new' | null>(null);
  const confirmDelete = ({ _id: id, from }: Redirect) =>
    confirm({
      title: 'Delete this redirect?',
      text: `${from} will show “Page not found”.`,
      failed: 'Could not delete. Please try again.',
      async onConfirm() {
        await call('DELETE /settings/redirects/:id', { params: { id } });
        toast(`The redirect from ${from} was deleted`, 'success');
        await invalidate('GET /settings/redirects');
      },
    });
  return (
    <ResourcePage
      title="Redirects"
      add={
        <Button icon={Plus} onClick={() => setEditing('new')}>
          Add redirect
        </Button>
      }
      intro={
        <>
          <SettingsTabs />
          <p className="mb-5 max-w-2xl text-ink-soft">
            A redirect sends visitors of an address without a page to another page, for example from the
            addresses of your previous shop. Products, categories and brands whose address in links you change
            need none: their old addresses lead to the new ones.
          </p>
          <ImportRedirects />
        </>
      }
      search={['Search redirects', 'Search addresses']}
      query={list}
      className="table-fixed"
      columns={[
        { name: 'From', className: 'wrap-anywhere max-lg:font-medium', cell: ({ from }) => from },
        {
          name: 'To',
          className: 'wrap-anywhere max-lg:col-start-1 max-lg:text-ink-soft',
          cell: ({ to }) => (
            <NewTab href={to} className="text-press hover:underline">
              {to}
            </NewTab>
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
      }}
      address={address}
      noun="redirect"
    >
      {editing && (
        <RedirectDialog stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </ResourcePage>
  );
}

function ImportRedirects() {
  const { result, busy, check } = useCheckedFile(async (body) => {
    const reply = await call('POST /settings/redirects/import', { body, noTimeout: true });
    await invalidate('GET /settings/redirects');
    return reply;
  }, 'The file could not be imported. Nothing was changed. Please try again.');
  return (
    <div className="mb-5 grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice onChoose={check}>Import CSV</FileChoice>
        <span role="status" className="text-sm text-ink-soft">
          {busy
            ? 'Importing…'
            : 'Columns “From” and “To”, or a file that Shopify or the plugin Redirection has exported.'}
        </span>
      </div>
      {result && (
        <>
          <Notice role="status" tone="success">
            {`${counted(result.saved, 'redirect')} imported, ${counted(result.skippedCount, 'line')} skipped.`}
          </Notice>
          <SkippedLines lines={result.skipped} count={result.skippedCount} />
        </>
      )}
    </div>
  );
}

function RedirectDialog({ stored, onClose }: { stored: Redirect | null; onClose: () => void }) {
  const form = useForm({
    start: { from: stored?.from ?? '', to: stored?.to ?? '' },
    check: (values) => errorsIn(redirectChange, values),
    async send(body) {
      if (stored) await call('PUT /settings/redirects/:id', { params: { id: stored._id }, body });
      else await call('POST /settings/redirects', { body });
      toast('Saved', 'success');
      void invalidate('GET /settings/redirects');
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  return (
    <FormDialog title={stored ? 'Edit redirect' : 'New redirect'} form={form} onClose={onClose}>
      <TextFields
        form={form}
        fields={[
          [
            'from',
            'From',
            500,
            {
              required: true,
              autoFocus: true,
              placeholder: '/collections/cushions',
              hint: 'The path of an address that has no page, without the name of the shop.',
            },
          ],
          [
            'to',
            'To',
            500,
            { required: true, placeholder: '/products?category=textiles', hint: 'An address of this shop.' },
          ],
        ]}
      />
    </FormDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newPage, type PageSummary } from '../../../shared/contract/design.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read } from '../parts/data.ts';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { DeleteButton } from '../parts/icon-button.tsx';
import { useAddress } from '../parts/list/filters.tsx';
import { ResourcePage, RowLink } from '../parts/list/list.tsx';
import { NewTab } from '../parts/page/page-head.tsx';

/** The home page and the pages that the owner has added. */
export default function PagesPage() {
  const address = useAddress(['search']);
  const query = useQuery({
    ...read('GET /design/pages'),
    select: (pages) => listed(pages, address.get('search'), address),
  });
  const all = useQuery(read('GET /design/pages')).data?.length ?? 0;
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      Add page
    </Button>
  );
  return (
    <ResourcePage
      title="Pages"
      subtitle="The home page and pages of your own, made of sections."
      add={add}
      {...(all > searchFrom && { search: ['Search pages', 'Title or address'] })}
      query={query}
      address={address}
      noun="page"
      failed="Failed to load the pages. Please try again."
      empty={{ title: 'No pages yet', text: 'Add one, such as “Our weavers”.' }}
      columns={[
        {
          name: 'Title',
          className: 'wrap-anywhere',
          cell: ({ key, title }) => (
            <RowLink to={`/admin/pages/${key}`}>{title || 'Without a title'}</RowLink>
          ),
        },
        {
          name: 'Address',
          className: 'wrap-anywhere max-lg:col-start-1 max-lg:text-ink-soft',
          cell: ({ path, isPublished }) =>
            isPublished ? (
              <NewTab href={path} className="hover:underline">
                {path}
              </NewTab>
            ) : (
              <span className="text-ink-soft">{path}</span>
            ),
        },
        { name: 'State', className: 'max-lg:col-start-1', cell: (page) => <PageState {...page} /> },
        {
          name: 'Changed',
          className: 'whitespace-nowrap text-ink-soft max-lg:col-start-1',
          cell: ({ updatedAt }) => (updatedAt ? orderDate(updatedAt) : ''),
        },
        {
          name: <span className="sr-only">Actions</span>,
          className: 'lg:w-14 max-lg:col-start-2 max-lg:row-span-3 max-lg:row-start-1',
          cell: (page) =>
            page.kind === 'page' && <DeleteButton name={page.title} onClick={() => confirmDelete(page)} />,
        },
      ]}
    >
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </ResourcePage>
  );
}

/** With more pages than this, they can be searched. */
const searchFrom = 10;

/** The pages of the list that match, as a page of rows. */
function listed(pages: PageSummary[], search: string, { page, limit }: { page: number; limit: number }) {
  const words = search.trim().toLowerCase();
  const found = pages.filter(({ title, path }) => `${title} ${path}`.toLowerCase().includes(words));
  const items = found
    .slice((page - 1) * limit, page * limit)
    .map((summary) => Object.assign({ _id: summary.key }, summary));
  return { items, total: found.length };
}

/** Whether shoppers see a page, and whether it has changes that they do not see. */
export function PageState({ isPublished, hasDraft }: Pick<PageSummary, 'isPublished' | 'hasDraft'>) {
  if (!isPublished) return <Badge>Draft</Badge>;
  return hasDraft ? (
    <Badge tone="warning">Changed, not published</Badge>
  ) : (
    <Badge tone="success">Published</Badge>
  );
}

const confirmDelete = ({ key, title, path, isPublished }: PageSummary) =>
  confirm({
    title: 'Delete this page?',
    text: `“${title}” is deleted with all its versions.${
      isPublished ? ` ${path} will show “Page not found”.` : ''
    }`,
    failed: 'Could not delete. Please try again.',
    async onConfirm() {
      await call('DELETE /design/pages/:key', { params: { key } });
      toast(`“${title}” was deleted`, 'success');
      await invalidate('GET /design/pages');
    },
  });

function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    start: { title: '' },
    check: (values) => errorsIn(newPage, values),
    async send(body) {
      const { key } = await call('POST /design/pages', { body });
      void invalidate('GET /design/pages');
      await navigate(`/admin/pages/${key}`);
    },
    failed: 'Could not add the page. Please try again.',
  });
  return (
    <FormDialog title="New page" form={form} action="Add page" onClose={onClose}>
      <Field
        label="Title"
        required
        autoFocus
        maxLength={120}
        placeholder="Our weavers"
        hint="Nobody sees the page until you publish it."
        {...form.field('title')}
      />
    </FormDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ContactQuery } from '../../../shared/contract/accounts/contact.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { Choice } from '../parts/list/filters.tsx';
import { pageQuery, RowToggle } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { ResourcePage } from '../parts/list/resource-page.tsx';
import { QueryBody } from './query-body.tsx';

const show = (changed: ContactQuery) =>
  updateCached('GET /contact', (list) => ({ ...list, items: withItem(list.items, changed) }));

/** The messages of the contact form (spec §2 Contact queries). */
export default function ContactQueries() {
  const address = useAddress(['search', 'show']);
  const query = new URLSearchParams(address.query);
  query.delete('show');
  if (address.get('show') === 'unread') query.set('unread', 'true');
  const list = useQuery({ ...read('GET /contact', { query }), ...pageQuery });
  const [open, setOpen] = useState<string | null>(null);
  const { data } = list;
  const results = useRef<HTMLDivElement>(null);
  /** The query that was deleted here, until the list arrives without it. */
  const deleted = useRef<{ id: string; index: number } | null>(null);

  useEffect(() => {
    const last = deleted.current;
    if (!last || !data || data.items.some(({ _id }) => _id === last.id)) return;
    deleted.current = null;
    if (document.activeElement !== document.body) return;
    // The focused button was removed with its row: focus the row that takes its place.
    const rows = results.current?.querySelectorAll<HTMLElement>('button[aria-expanded]') ?? [];
    (rows[Math.min(last.index, rows.length - 1)] ?? results.current)?.focus();
  }, [data]);

  /** Shows the change at once, and reverts it if it fails. */
  const mark = useAction(async (changed: ContactQuery) => {
    show(changed);
    try {
      show(await call('PATCH /contact/:id', { params: { id: changed._id }, body: { read: changed.read } }));
    } catch (error) {
      show({ ...changed, read: !changed.read });
      throw error;
    }
    void invalidate('GET /contact/unread');
  }, 'Could not save. Please try again.');

  const confirmDelete = ({ _id: id, ticket, name }: ContactQuery) =>
    confirm({
      title: 'Delete this query?',
      text: `The message from ${name} (${ticket}) is removed from this list.`,
      failed: 'Could not delete. Please try again.',
      async onConfirm() {
        await call('DELETE /contact/:id', { params: { id } });
        toast(`${ticket} was deleted`, 'success');
        deleted.current = { id, index: data?.items.findIndex(({ _id }) => _id === id) ?? 0 };
        void invalidate('GET /contact', 'GET /contact/unread');
      },
    });

  function toggle(query: ContactQuery) {
    const opens = open !== query._id;
    setOpen(opens ? query._id : null);
    if (opens && !query.read) void mark.run({ ...query, read: true });
  }

  return (
    <ResourcePage
      title="Contact queries"
      search={['Search queries', 'Search name, words or ticket']}
      filters={
        <Choice
          label="Show"
          all="Read and unread"
          options={{ unread: 'Unread only' }}
          {...address.field('show')}
        />
      }
      ref={results}
      query={list}
      className="table-fixed"
      columns={[
        {
          name: 'Name',
          className: 'lg:w-1/4 max-lg:col-span-2',
          cell: (query) => (
            <Toggle query={query} isOpen={open === query._id} onToggle={() => toggle(query)} />
          ),
        },
        {
          name: 'Email',
          className:
            'truncate max-lg:col-span-2 max-lg:pl-4! lg:w-1/4 max-lg:font-normal max-lg:text-ink-soft',
          cell: ({ email }) => <span title={email}>{email}</span>,
        },
        {
          name: 'Subject',
          className: 'lg:truncate max-lg:col-span-2 max-lg:pl-4! max-lg:wrap-break-word',
          cell: ({ subject }) => <span title={subject}>{subject}</span>,
        },
        {
          name: 'Date',
          className:
            'figures whitespace-nowrap text-ink-soft lg:w-48 max-lg:pl-4! max-lg:text-xs max-lg:font-normal',
          cell: ({ createdAt }) => orderDate(createdAt),
        },
      ]}
      failed="Failed to load contact queries. Please try again later."
      empty={{ title: 'No contact queries found.', text: 'Your inbox is empty.' }}
      address={address}
      noun="message"
      rowClass={(query) => (query.read ? '' : 'font-semibold')}
      onRowClick={toggle}
      details={(query) =>
        open === query._id && (
          <QueryBody
            query={query}
            onUnread={() => {
              setOpen(null);
              void mark.run({ ...query, read: false });
            }}
            onReplied={(changed) => {
              show(changed);
              void invalidate('GET /contact/unread');
            }}
            onDelete={() => confirmDelete(query)}
          />
        )
      }
    />
  );
}

function Toggle(props: { query: ContactQuery; isOpen: boolean; onToggle: () => void }) {
  const { query, isOpen, onToggle } = props;
  return (
    <RowToggle
      isOpen={isOpen}
      onToggle={onToggle}
      className="flex min-h-8 w-full min-w-0 items-center gap-2 py-1.5 text-left max-lg:py-0"
    >
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${query.read ? 'bg-transparent' : 'bg-press'}`}
      />
      <span className="min-w-0 flex-1 truncate">
        {query.name}
        {!query.read && <span className="sr-only"> (unread)</span>}
      </span>
      <ChevronDown
        className={`size-4 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </RowToggle>
  );
}

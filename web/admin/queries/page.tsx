import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ContactQuery, replyRequest } from '../../../shared/contract/accounts/contact.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { Choice, useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowToggle } from '../parts/list/list.tsx';

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

type Props = {
  query: ContactQuery;
  onUnread: () => void;
  onReplied: (query: ContactQuery) => void;
  onDelete: () => void;
};

const mailStates = { sent: 'Sent', waiting: 'Waiting to be sent', failed: 'Could not be sent' };

/** The message, the replies so far, and a form for another reply. */
function QueryBody({ query, onUnread, onReplied, onDelete }: Props) {
  const { message, ticket, email, replies } = query;
  return (
    <div className="grid gap-4 py-3 font-normal lg:max-w-3xl lg:px-3">
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        <span>Ticket {ticket}</span>
        <a href={`mailto:${email}`} className="text-press underline underline-offset-4 wrap-anywhere">
          {email}
        </a>
      </p>
      {replies.length > 0 && (
        <ul aria-label="Answers" className="grid gap-3 border-l-2 border-turmeric pl-4">
          {replies.map(({ _id, message: reply, by, at, mail }) => (
            <li key={_id}>
              <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-soft">
                {by && `${by}, `}
                {orderDate(at)}
                {mail && <Badge tone={mail === 'failed' ? 'danger' : 'plain'}>{mailStates[mail]}</Badge>}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ReplyForm query={query} onReplied={onReplied} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <Button variant="secondary" onClick={onUnread}>
          Mark as unread
        </Button>
        <Button variant="ghost" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  );
}

/** The draft stays in the browser until it is sent, even if the page is closed. */
function ReplyForm({ query, onReplied }: Pick<Props, 'query' | 'onReplied'>) {
  const key = `reply-${query._id}`;
  const form = useForm({
    start: { message: sessionStorage.getItem(key) ?? '' },
    check: (draft) => errorsIn(replyRequest, draft),
    async send(draft) {
      onReplied(await call('POST /contact/:id/reply', { params: { id: query._id }, body: draft }));
      form.continueWith({ message: '' });
      toast(`Your reply goes to ${query.email}`, 'success');
    },
    failed: 'Could not send the reply. It is still here: please try again.',
  });
  const { message } = form.values;
  useEffect(() => {
    if (message) sessionStorage.setItem(key, message);
    else sessionStorage.removeItem(key);
  }, [key, message]);
  const field = form.field('message');
  return (
    <form {...form.props} className="grid gap-3">
      <TextAreaField
        label={`Reply to ${query.name}`}
        rows={4}
        maxLength={5000}
        {...field}
        error={field.error ?? form.failure}
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {form.busy ? 'Sending...' : 'Send reply'}
      </Button>
    </form>
  );
}

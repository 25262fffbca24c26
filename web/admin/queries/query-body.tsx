import { type FormEvent, useState, useSyncExternalStore } from 'react';
import type { ContactQuery } from '../../../shared/contract/contact.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { ApiError, api } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { sessionEnded } from '../session.ts';

type Acts = {
  onUnread: (query: ContactQuery) => void;
  onReplied: (query: ContactQuery) => void;
  onDelete: (query: ContactQuery) => void;
};

const mailStates = { sent: 'Sent', waiting: 'Waiting to be sent', failed: 'Could not be sent' };

/** What someone wrote, the answers so far, and the box for one more. */
export function QueryBody({ query, onUnread, onReplied, onDelete }: Acts & { query: ContactQuery }) {
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
          {replies.map(({ _id, message: answer, by, at, mail }) => (
            <li key={_id}>
              <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
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
        <Button variant="secondary" onClick={() => onUnread(query)}>
          Mark as unread
        </Button>
        <Button variant="ghost" onClick={() => onDelete(query)}>
          Delete
        </Button>
      </div>
    </div>
  );
}

const drafts = new Set<() => void>();
function subscribe(listener: () => void) {
  drafts.add(listener);
  return () => drafts.delete(listener);
}

/**
 * The draft stays in the browser until it has gone, whatever happens to the page. The table and the cards, of which
 * the width of the screen shows one, share it.
 */
function ReplyForm({ query, onReplied }: Pick<Acts, 'onReplied'> & { query: ContactQuery }) {
  const key = `reply-${query._id}`;
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key) ?? '');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  function write(value: string) {
    setError('');
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
    for (const listener of drafts) listener();
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!text.trim()) {
      setError('Reply is required');
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setBusy(true);
    try {
      onReplied(await api.post<ContactQuery>(`/contact/${query._id}/reply`, { message: text }));
      write('');
      toast(`Your reply goes to ${query.email}`, 'success');
    } catch (problem) {
      const told = problem instanceof ApiError && problem.errors.message;
      if (!sessionEnded(problem))
        setError(told || 'Could not send the reply. It is still here: please try again.');
    }
    setBusy(false);
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-3">
      <TextAreaField
        label={`Reply to ${query.name}`}
        name="message"
        rows={4}
        maxLength={5000}
        value={text}
        error={error}
        onChange={(event) => write(event.target.value)}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        {busy ? 'Sending...' : 'Send reply'}
      </Button>
    </form>
  );
}

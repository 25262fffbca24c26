import { useEffect } from 'react';
import { type ContactQuery, replyRequest } from '../../../shared/contract/accounts/contact.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

type Props = {
  query: ContactQuery;
  onUnread: () => void;
  onReplied: (query: ContactQuery) => void;
  onDelete: () => void;
};

const mailStates = { sent: 'Sent', waiting: 'Waiting to be sent', failed: 'Could not be sent' };

/** The message, the replies so far, and a form for another reply. */
export function QueryBody({ query, onUnread, onReplied, onDelete }: Props) {
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

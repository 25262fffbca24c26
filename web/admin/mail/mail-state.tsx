import { type MailRow, mailKinds } from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { Badge } from '../../ui/badge.tsx';

/** The word for a mail that has left the shop: without a mail server it was written as a file. */
export type SentWord = 'Sent' | 'Written';

/** Whether a mail was sent, and when the next attempt is. */
export function MailState({ mail, sentWord }: { mail: MailRow; sentWord: SentWord }) {
  const { status, attempts, nextTryAt } = mail;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {status === 'sent' && <Badge tone="success">{sentWord}</Badge>}
      {status === 'failed' && <Badge tone="danger">Failed</Badge>}
      {status === 'waiting' && <Badge tone="warning">Waiting</Badge>}
      {attempts > 0 && nextTryAt && (
        <span className="figures text-xs text-ink-soft">next try {orderDate(nextTryAt)}</span>
      )}
    </span>
  );
}

/** The name of a kind of mail; a kind without a name is shown as it is stored. */
export const kindLabel = (kind: string): string =>
  new Map(Object.entries<string>(mailKinds)).get(kind) ?? kind.replaceAll('-', ' ');

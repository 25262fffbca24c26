import { type MailRow, mailKinds } from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Badge } from '../../ui/badge.tsx';

/** What has left the shop was sent, or written as a file where there is no mail server. */
export type Gone = 'Sent' | 'Written';
type Rows = { mails: MailRow[]; gone: Gone; onOpen: (id: string) => void };

/** Mails as a table, for wide screens. */
export function MailTable({ mails, gone, onOpen }: Rows) {
  return (
    <table className="office-table table-fixed max-lg:hidden">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">To</th>
          <th scope="col" className="w-44">
            Kind
          </th>
          <th scope="col" className="w-52">
            State
          </th>
          <th scope="col" className="w-48">
            Written
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail._id}>
            <td>
              <Subject mail={mail} onOpen={onOpen} />
            </td>
            <td className="truncate text-ink-soft" title={mail.to}>
              {mail.to || '—'}
            </td>
            <td className="text-ink-soft">{kindLabel(mail.kind)}</td>
            <td>
              <MailState mail={mail} gone={gone} />
            </td>
            <td className="figures whitespace-nowrap text-ink-soft">{orderDate(mail.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same as cards, for narrow screens. */
export function MailCards({ mails, gone, onOpen }: Rows) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
      {mails.map((mail) => (
        <li key={mail._id} className="grid content-between gap-1.5 rounded-md bg-card p-3 ring-1 ring-line">
          <Subject mail={mail} onOpen={onOpen} />
          <p className="truncate text-ink-soft">{mail.to || '—'}</p>
          <p className="figures text-xs text-ink-soft">
            {kindLabel(mail.kind)} · {orderDate(mail.createdAt)}
          </p>
          <MailState mail={mail} gone={gone} />
        </li>
      ))}
    </ul>
  );
}

function Subject({ mail, onOpen }: { mail: MailRow; onOpen: (id: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(mail._id)}
      className="block h-11 w-full truncate text-left font-medium text-press underline-offset-4 hover:underline lg:h-9"
    >
      {mail.subject || 'Removed at the reader’s wish'}
    </button>
  );
}

/** What became of a mail, and when it is tried again. */
export function MailState({ mail, gone }: { mail: MailRow; gone: Gone }) {
  const { status, attempts, nextTryAt } = mail;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {status === 'sent' && <Badge tone="success">{gone}</Badge>}
      {status === 'failed' && <Badge tone="danger">Failed</Badge>}
      {status === 'waiting' && <Badge tone="warning">Waiting</Badge>}
      {attempts > 0 && nextTryAt && (
        <span className="figures text-xs text-ink-soft">next try {orderDate(nextTryAt)}</span>
      )}
    </span>
  );
}

/** How a kind of mail is called; one that is new here by its own name. */
export const kindLabel = (kind: string): string =>
  (mailKinds as Record<string, string>)[kind] ?? kind.replaceAll('-', ' ');

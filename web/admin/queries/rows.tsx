import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { ContactQuery } from '../../../shared/contract/contact.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { QueryBody } from './query-body.tsx';

type Acts = {
  /** The id of the one that is open. */
  open: string | null;
  onToggle: (query: ContactQuery) => void;
  onUnread: (query: ContactQuery) => void;
  onReplied: (query: ContactQuery) => void;
  onDelete: (query: ContactQuery) => void;
};
type Rows = Acts & { queries: ContactQuery[] };

/** Queries as a table, for wide screens; a press anywhere on a row opens it. */
export function QueryTable({ queries, ...acts }: Rows) {
  const { open, onToggle } = acts;
  return (
    <table className="office-table table-fixed max-lg:hidden">
      <thead>
        <tr>
          <th scope="col" className="w-1/4">
            Name
          </th>
          <th scope="col" className="w-1/4">
            Email
          </th>
          <th scope="col">Subject</th>
          <th scope="col" className="w-48">
            Date
          </th>
        </tr>
      </thead>
      <tbody>
        {queries.map((query) => (
          <Fragment key={query._id}>
            <tr
              onClick={() => onToggle(query)}
              className={`cursor-pointer ${query.read ? '' : 'font-semibold'}`}
            >
              <td>
                <Toggle query={query} open={open} onToggle={onToggle} />
              </td>
              <td className="truncate" title={query.email}>
                {query.email}
              </td>
              <td className="truncate" title={query.subject}>
                {query.subject}
              </td>
              <td className="figures whitespace-nowrap text-ink-soft">{orderDate(query.createdAt)}</td>
            </tr>
            {open === query._id && (
              <tr className="hover:bg-transparent!">
                <td colSpan={4} className="bg-paper-deep">
                  <QueryBody query={query} {...acts} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The same as cards, for narrow screens. */
export function QueryCards({ queries, ...acts }: Rows) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:hidden">
      {queries.map((query) => (
        <li key={query._id} className="rounded-md bg-card p-3 ring-1 ring-line">
          <Toggle query={query} open={acts.open} onToggle={acts.onToggle}>
            <span className="block truncate text-ink-soft font-normal">{query.email}</span>
            <span className="mt-1 block wrap-break-word">{query.subject}</span>
            <span className="figures mt-1 block text-xs font-normal text-ink-soft">
              {orderDate(query.createdAt)}
            </span>
          </Toggle>
          {acts.open === query._id && <QueryBody query={query} {...acts} />}
        </li>
      ))}
    </ul>
  );
}

function Toggle(props: Pick<Acts, 'open' | 'onToggle'> & { query: ContactQuery; children?: ReactNode }) {
  const { query, open, onToggle, children } = props;
  const isOpen = open === query._id;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={(event) => {
        // The row around it would take the same press for a second one.
        event.stopPropagation();
        onToggle(query);
      }}
      className={`flex min-h-8 w-full min-w-0 items-start gap-2 py-1.5 text-left ${query.read ? '' : 'font-semibold'}`}
    >
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${query.read ? 'bg-transparent' : 'bg-press'}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {query.name}
          {!query.read && <span className="sr-only"> (unread)</span>}
        </span>
        {children}
      </span>
      <ChevronDown
        className={`size-4 shrink-0 self-center text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
        aria-hidden="true"
      />
    </button>
  );
}

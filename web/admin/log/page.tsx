import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type LogEntry, logAreas } from '../../../shared/contract/accounts/audit-log.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { stream } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';
import { ExportButton } from '../parts/list/export-button.tsx';
import { Choice, namesById, Period, useAddress } from '../parts/list/filters.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { changesOf, type ShownChange, sentenceOf } from './sentence.ts';

const areaNames = Object.fromEntries(Object.entries(logAreas).map(([area, { label }]) => [area, label]));

/** What admins did in the back office, and when. */
export default function LogPage() {
  const address = useAddress(['by', 'area', 'from', 'to']);
  const { get, put, field, matching, filtered } = address;
  const before = get('before');
  const query = new URLSearchParams([...matching, ...(before ? [['before', before]] : [])]);
  const log = useQuery({
    ...read('GET /admin/log', { query }),
    ...pageQuery,
    select: (reply) => ({ ...reply, items: reply.entries, total: reply.entries.length }),
  });
  const { data } = log;

  const turn = (to: string) => {
    put({ before: to, page: '' });
    scrollTo({ top: 0 });
  };

  return (
    <>
      <SettingsHead title="Log">
        <ExportButton
          read={(signal) => stream('GET /admin/log/export.csv', { signal })}
          file="audit-log.csv"
        />
      </SettingsHead>
      <search className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:flex-wrap lg:items-end">
        <Choice label="Person" all="Everyone" options={namesById(data?.people)} {...field('by')} />
        <Choice label="Area" all="Everything" options={areaNames} {...field('area')} />
        <Period field={field} />
      </search>
      <List
        query={log}
        columns={[
          {
            name: 'When',
            className: 'figures whitespace-nowrap text-ink-soft max-lg:text-xs lg:w-48',
            cell: ({ at }) => orderDate(at),
          },
          {
            name: 'Who',
            className: 'wrap-anywhere max-lg:text-xs max-lg:text-ink-soft lg:w-52',
            cell: (entry) => (
              <>
                {nameOf(entry)} <span className="figures text-xs text-ink-soft">{entry.address}</span>
              </>
            ),
          },
          {
            name: 'What',
            className: 'wrap-anywhere max-lg:col-span-2 lg:h-10',
            cell: (entry) => <What entry={entry} />,
          },
        ]}
        failed="Failed to load the log. Please try again later."
        empty={{
          title: filtered ? 'Nothing found' : 'Nothing yet',
          text: 'Changes in the back office are listed here.',
        }}
        address={address}
      />
      {data && (
        <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
          {before && (
            <Button variant="secondary" onClick={() => turn('')}>
              Newest
            </Button>
          )}
          {data.next && (
            <Button variant="secondary" onClick={() => turn(data.next ?? '')}>
              Older
            </Button>
          )}
        </nav>
      )}
      <PolicyReports />
    </>
  );
}

const nameOf = ({ by, action }: LogEntry) => by?.name ?? namesWithoutAccount[action] ?? 'Removed account';

const namesWithoutAccount: Record<string, string> = {
  'admin.sign-in-failed': 'Not signed in',
  'order.skip-numbers': 'The shop',
};

function What({ entry }: { entry: LogEntry }) {
  const { does, name, to, more } = sentenceOf(entry);
  return (
    <>
      {does}{' '}
      {to ? (
        <Link to={to} className="font-medium text-press underline-offset-4 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}{' '}
      <span className="text-ink-soft">{more}</span>
      <Changes changes={changesOf(entry)} />
    </>
  );
}

const shownFirst = 3;

function Changes({ changes }: { changes: ShownChange[] }) {
  const items = changes.map(({ field, from, to }) => (
    <li key={field} className="py-0.5">
      {field}: <del className="no-underline">{from}</del> → <ins className="text-ink no-underline">{to}</ins>
    </li>
  ));
  const hidden = items.slice(shownFirst);
  return (
    <div className="figures text-xs text-ink-soft">
      {items.length > 0 && <ul className="mt-0.5">{items.slice(0, shownFirst)}</ul>}
      {hidden.length > 0 && (
        <details>
          <summary className="min-h-8 py-1.5">{`${hidden.length} more`}</summary>
          <ul>{hidden}</ul>
        </details>
      )}
    </div>
  );
}

/** What browsers have blocked on the shop's pages; nothing if there are no reports. */
function PolicyReports() {
  const { data = [] } = useQuery(read('GET /admin/policy-reports'));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="blocked" className="mt-10">
      <h2 id="blocked" className="text-lg">
        Blocked by browsers
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-soft">
        The security policy of a page has blocked these in a visitor’s browser in the last 30 days. One or two
        come from the visitor’s own device. If an address is reported often, tell the person who runs your
        server.
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {data.map(({ _id, directive, blocked, page, reports, lastAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{blocked}</span>{' '}
              <span className="text-ink-soft">
                on {page} ({directive})
              </span>
            </span>
            <span className="figures text-xs text-ink-soft">
              {reports === 1 ? '1 report' : `${reports} reports`}, last {orderDate(lastAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

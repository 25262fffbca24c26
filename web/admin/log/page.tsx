import { Link } from 'react-router';
import { type LogEntry, type LogReply, logAreas } from '../../../shared/contract/audit-log.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Choice } from '../parts/filters.tsx';
import { useAddress } from '../parts/list-address.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { useCall } from '../parts/use-call.ts';
import { changesOf, sentenceOf } from './sentence.ts';

const filters = ['by', 'area', 'from', 'to'] as const;

/** Who did what in the back office, and when. */
export default function LogPage() {
  const { get, put } = useAddress<(typeof filters)[number] | 'before'>();
  const query = new URLSearchParams();
  for (const name of [...filters, 'before'] as const) if (get(name)) query.set(name, get(name));
  const log = useCall<LogReply>(`/admin/log?${query}`, 'Failed to load the log. Please try again later.');
  const filtered = filters.some((name) => get(name));
  const { data } = log;

  /** A change of a filter begins again at the newest. */
  const narrow = (change: Partial<Record<(typeof filters)[number], string>>) =>
    put({ ...change, before: '' });
  const turn = (before: string) => {
    put({ before, page: '' });
    scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHead title="Log" />
      <SettingsTabs />
      <search className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:flex-wrap lg:items-end">
        <Choice label="Person" value={get('by')} onChange={(by) => narrow({ by })}>
          <option value="">Everyone</option>
          {data?.people.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Area" value={get('area')} onChange={(area) => narrow({ area })}>
          <option value="">Everything</option>
          {Object.entries(logAreas).map(([area, { label }]) => (
            <option key={area} value={area}>
              {label}
            </option>
          ))}
        </Choice>
        <Day label="From" value={get('from')} max={get('to')} onChange={(from) => narrow({ from })} />
        <Day label="To" value={get('to')} min={get('from')} onChange={(to) => narrow({ to })} />
      </search>
      {log.error && <LoadError message={log.error} onRetry={log.reload} />}
      {!data && !log.error && <SkeletonRows />}
      {data?.entries.length === 0 && (
        <Empty
          title={filtered ? 'Nothing found' : 'Nothing done yet'}
          text={
            filtered ? 'Nothing matches these filters.' : 'What is changed in the back office is noted here.'
          }
          action={
            filtered && (
              <Button variant="secondary" onClick={() => narrow({ by: '', area: '', from: '', to: '' })}>
                Reset all filters
              </Button>
            )
          }
        />
      )}
      {data && data.entries.length > 0 && (
        <div aria-busy={log.loading} className={log.loading ? 'opacity-60 transition-opacity' : ''}>
          <Entries entries={data.entries} />
          <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
            {get('before') && (
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
        </div>
      )}
    </>
  );
}

function Entries({ entries }: { entries: LogEntry[] }) {
  const who = ({ by, action }: LogEntry) =>
    by?.name ?? (action === 'admin.sign-in-failed' ? 'Not signed in' : 'Someone who left');
  return (
    <>
      <table className="office-table max-lg:hidden">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td className="figures w-48 whitespace-nowrap text-ink-soft">{orderDate(entry.at)}</td>
              <td className="w-52 wrap-anywhere">{who(entry)}</td>
              <td className="h-10 wrap-anywhere">
                <What entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-y divide-line lg:hidden">
        {entries.map((entry) => (
          <li key={entry._id} className="py-2.5 wrap-anywhere">
            <p className="figures text-xs text-ink-soft">
              {orderDate(entry.at)} · {who(entry)}
            </p>
            <What entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

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

const shownAtOnce = 3;

function Changes({ changes }: { changes: ReturnType<typeof changesOf> }) {
  if (changes.length === 0) return null;
  const further = changes.slice(shownAtOnce);
  return (
    <>
      <ChangeList changes={changes.slice(0, shownAtOnce)} />
      {further.length > 0 && (
        <details className="text-xs">
          <summary className="min-h-8 py-1.5 text-ink-soft">{`${further.length} more`}</summary>
          <ChangeList changes={further} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: { changes: ReturnType<typeof changesOf> }) {
  return (
    <ul className="figures mt-0.5 text-xs text-ink-soft">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="py-0.5">
          {field}: <del className="no-underline">{from}</del> →{' '}
          <ins className="text-ink no-underline">{to}</ins>
        </li>
      ))}
    </ul>
  );
}

function Day(props: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}) {
  const { label, value, min, max, onChange } = props;
  return (
    <label className="flex min-w-0 gap-1 max-lg:flex-col lg:items-center lg:gap-2">
      <span className="text-ink-soft">{label}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="office-input w-full min-w-0"
      />
    </label>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ShopHealth } from '../../../shared/contract/shop-health.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { Section } from '../dashboard/section.tsx';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { Figures } from '../parts/page/section.tsx';
import { capitalized, formatBytes, formatCount } from '../parts/text.ts';

const REFRESH_MS = 15_000;

/** The state of the server that replies, and of the shop. */
export default function HealthPage() {
  const health = useQuery({ ...read('GET /settings/health'), refetchInterval: REFRESH_MS });
  return (
    <>
      <SettingsHead title="Health" />
      <Loaded query={health} failed="Failed to load the figures. Please try again.">
        {(data) => (
          <div className="grid gap-8">
            <Overview health={data} />
            <div className="grid gap-8 lg:grid-cols-2">
              <Requests health={data} />
              <Orders health={data} />
              <Database health={data} />
              <Jobs health={data} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

type Props = { health: ShopHealth };

const percent = (part: number, all: number) => (all > 0 ? `${Math.round((100 * part) / all)}%` : '–');
const milliseconds = (value: number) => `${value.toLocaleString('en-IN', { maximumFractionDigits: 1 })} ms`;

function Overview({ health }: Props) {
  const { requests, cache, eventLoop, memory, disk, lastBackupAt, openAlerts, startedAt, version } = health;
  return (
    <section aria-label="Overview">
      <p className="mb-3 max-w-prose text-ink-soft">
        Version {version}, started {orderDate(startedAt)}. Requests are counted since then, by the server that
        replies to you. The figures are updated every 15 seconds.
      </p>
      <Figures
        className="sm:grid-cols-4"
        figures={[
          {
            label: 'Open alerts',
            value: formatCount(openAlerts),
            to: '/admin/attention',
            strong: openAlerts > 0,
          },
          {
            label: 'Last good backup',
            value: lastBackupAt ? ageOf(lastBackupAt) : 'None',
            to: '/admin/backups',
          },
          { label: 'Free disk space', value: percent(disk.freeBytes, disk.sizeBytes) },
          { label: 'Memory', value: formatBytes(memory.residentBytes) },
          { label: 'Requests', value: formatCount(requests.total) },
          { label: 'Failed requests', value: formatCount(requests.failed), strong: requests.failed > 0 },
          { label: 'Sent from the cache', value: percent(cache.hit, cache.hit + cache.stale + cache.miss) },
          { label: 'Main thread busy', value: `${Math.round(eventLoop.busyPercent)}%` },
        ]}
      />
    </section>
  );
}

/** `3 hours ago`. A backup is made once a day, so minutes do not matter. */
function ageOf(time: string): string {
  const hours = Math.floor((Date.now() - Date.parse(time)) / 3_600_000);
  if (hours < 1) return 'This hour';
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

function Requests({ health: { requests } }: Props) {
  return (
    <Section title="Routes that take the most time">
      <CountTable
        head={['Route', 'Requests', 'Failed', 'Mean']}
        rows={requests.slowest.map(({ route, count, failed, meanMs }) => [
          route,
          formatCount(count),
          formatCount(failed),
          milliseconds(meanMs),
        ])}
        empty="There were no requests since the start."
      />
    </Section>
  );
}

function Orders({ health: { orders, payments } }: Props) {
  const rowsOf = (noun: string, counts: { status: string; count: number }[]) =>
    counts
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => [`${noun}: ${status}`, formatCount(count)]);
  return (
    <Section title="Orders of the last 24 hours">
      <CountTable
        head={['Status', 'Number']}
        rows={[...rowsOf('Orders', orders), ...rowsOf('Payments', payments)]}
        empty="Nobody has ordered in the last 24 hours."
      />
    </Section>
  );
}

function Database({ health: { connections, queues, eventLoop } }: Props) {
  return (
    <Section title="Waiting">
      <CountTable
        head={['Where', 'Working', 'Waiting', 'Refused']}
        rows={[
          ['Database connections', formatCount(connections.used), formatCount(connections.waiting), '–'],
          ...queues.map(({ name, running, waiting, refused }) => [
            `New ${name}`,
            ...[running, waiting, refused].map(formatCount),
          ]),
        ]}
      />
      <p className="mt-3 max-w-prose text-ink-soft">
        Replies are delayed by at most {milliseconds(eventLoop.delayMs)} in 99% of cases, because others are
        being made. New pages and calls are those that no cache has; beyond a limit they are refused, so that
        orders can go on.
      </p>
    </Section>
  );
}

function Jobs({ health: { jobs } }: Props) {
  const busy = jobs.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  return (
    <Section title="Background jobs">
      <CountTable
        head={['Job', 'Waiting', 'Working', 'Failed']}
        rows={busy.map(({ name, waiting, active, failed }) => [
          capitalized(name.replaceAll('-', ' ')),
          ...[waiting, active, failed].map(formatCount),
        ])}
        empty="No job waits, works or has failed."
      />
    </Section>
  );
}

/** A table of numbers; the first column names them. `empty` is shown instead of a table without rows. */
function CountTable({ head, rows, empty }: { head: string[]; rows: string[][]; empty?: string }) {
  if (rows.length === 0) return <p className="py-3 text-ink-soft">{empty}</p>;
  return (
    <table className="office-table">
      <thead>
        <tr>
          {head.map((label, column) => (
            <th key={label} scope="col" className={column > 0 ? 'amount' : ''}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...numbers]) => (
          <tr key={name}>
            <td className="wrap-anywhere">{name}</td>
            {numbers.map((number, column) => (
              <td key={head[column + 1]} className="figures amount whitespace-nowrap">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

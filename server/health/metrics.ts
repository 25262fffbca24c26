import { once } from 'node:events';
import { createServer } from 'node:http';
import { durationLimits } from '../http/traffic.ts';
import type { Log } from '../runtime/log.ts';
import { explainListenError, StartError } from '../runtime/start-errors.ts';
import type { FigureReader, Figures } from './figures.ts';

type Labels = Record<string, string | number>;
type Sample = { labels?: Labels; value: number };
/** The number of replies in each class of `durationLimits`, and their total duration in seconds. */
type Distribution = { labels: Labels; counts: number[]; sum: number };

/**
 * A figure in the terms of monitoring. Labels are statuses, names of jobs and patterns of routes: few, and nothing
 * personal.
 */
export type Metric = {
  name: string;
  help: string;
  data: { type: 'counter' | 'gauge'; samples: Sample[] } | { type: 'histogram'; samples: Distribution[] };
};

/**
 * Serves the figures at `/metrics` in the text format of Prometheus (0.0.4), on a port of its own. Throws a StartError
 * if that can't be used.
 */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  figures: FigureReader,
  log: Log,
): Promise<() => Promise<unknown>> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = renderMetrics(await figures.read());
      return response
        .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        .end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics failed');
      return response.writeHead(500).end();
    }
  });
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw new StartError(explainListenError(error, { port, host }, 'METRICS_'));
  });
  return async () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
}

/** The figures as text in the format of Prometheus. */
export function renderMetrics(figures: Figures): string {
  const lines = listMetrics(figures).flatMap(({ name, help, data }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${data.type}`,
    ...(data.type === 'histogram'
      ? data.samples.flatMap((sample) => linesOf(name, sample))
      : data.samples.map(({ labels = {}, value }) => `${name}${textOf(labels)} ${value}`)),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The figures for monitoring. */
export const listMetrics = (figures: Figures): Metric[] => [
  ...requestMetrics(figures),
  ...admissionMetrics(figures),
  ...databaseMetrics(figures),
  ...shopMetrics(figures),
  ...processMetrics(figures),
];

const counter = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  help,
  data: { type: 'counter', samples },
});
const gauge = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  help,
  data: { type: 'gauge', samples },
});

function requestMetrics({ traffic }: Figures): Metric[] {
  const routes = traffic.routes();
  const all = [...routes, { method: 'GET', route: 'cached', byStatus: traffic.cached }];
  return [
    counter(
      'haat_requests_total',
      'Replies by route and class of status; route "cached": sent before routing.',
      all.flatMap(({ method, route, byStatus }) =>
        byStatus.flatMap((value, digit) =>
          value > 0 ? { labels: { method, route, status: `${digit}xx` }, value } : [],
        ),
      ),
    ),
    {
      name: 'haat_request_duration_seconds',
      help: 'Time to the end of a reply, without those of route "cached".',
      data: {
        type: 'histogram',
        samples: routes.map(({ method, route, byDuration, seconds }) => ({
          labels: { method, route },
          counts: byDuration,
          sum: seconds,
        })),
      },
    },
    counter(
      'haat_cache_requests_total',
      'Requests of replies that can be cached: sent from the cache (hit), from there although old (stale), or made (miss).',
      Object.entries(traffic.cache).map(([result, value]) => ({ labels: { result }, value })),
    ),
  ];
}

function admissionMetrics({ traffic }: Figures): Metric[] {
  const queues = [...traffic.queues].map(([queue, { counts }]) => ({ labels: { queue }, ...counts() }));
  return [
    gauge(
      'haat_admission_running',
      'Replies that no cache has and that are made now.',
      queues.map(({ labels, running }) => ({ labels, value: running })),
    ),
    gauge(
      'haat_admission_waiting',
      'Replies that wait to be made.',
      queues.map(({ labels, waiting }) => ({ labels, value: waiting })),
    ),
    counter(
      'haat_admission_refused_total',
      'Replies that were refused with 503, because too many waited.',
      queues.map(({ labels, refused }) => ({ labels, value: refused })),
    ),
  ];
}

function databaseMetrics({ shop, connections }: Figures): Metric[] {
  const { totalCount, idleCount, waitingCount } = connections;
  return [
    gauge('haat_database_up', 'Whether the database replies.', [{ value: shop ? 1 : 0 }]),
    gauge('haat_database_connections', 'Connections of this process.', [
      { labels: { state: 'used' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
    ]),
    gauge('haat_database_waiting', 'Queries that wait for a connection.', [{ value: waitingCount }]),
  ];
}

function shopMetrics({ shop }: Figures): Metric[] {
  if (!shop) return [];
  const byStatus = (counts: { status: string; count: number }[]) =>
    counts.map(({ status, count }) => ({ labels: { status }, value: count }));
  return [
    gauge('haat_recent_orders', 'Orders placed in the last 24 hours.', byStatus(shop.orders)),
    gauge('haat_recent_payments', 'Payments of orders placed in the last 24 hours.', byStatus(shop.payments)),
    gauge(
      'haat_jobs',
      'Background jobs, counted every minute; failed ones are listed for some days.',
      shop.jobs.flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { job: name, state }, value })),
      ),
    ),
    gauge(
      'haat_open_alerts',
      'Alerts in the back office that nobody has resolved.',
      shop.alerts.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    ),
  ];
}

function processMetrics(figures: Figures): Metric[] {
  const { eventLoop, cpu, memory, disk, lastBackupAt, version, startedAt } = figures;
  return [
    gauge(
      'haat_last_backup_timestamp_seconds',
      'When the last good backup was made.',
      lastBackupAt ? [{ value: lastBackupAt.getTime() / 1000 }] : [],
    ),
    gauge('haat_disk_free_bytes', 'Free space of the disk with the data folder.', [{ value: disk.free }]),
    gauge('haat_disk_size_bytes', 'Size of the disk with the data folder.', [{ value: disk.size }]),
    gauge('haat_event_loop_delay_seconds', 'How late the event loop was since the last reading.', [
      { labels: { percentile: '50' }, value: eventLoop.median },
      { labels: { percentile: '99' }, value: eventLoop.p99 },
      { labels: { percentile: '100' }, value: eventLoop.max },
    ]),
    counter('haat_event_loop_active_seconds_total', 'Time in which the event loop was busy.', [
      { value: eventLoop.active / 1000 },
    ]),
    counter('process_cpu_seconds_total', 'CPU time of all threads.', [
      { value: (cpu.user + cpu.system) / 1e6 },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: memory.rss }]),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', [{ value: memory.heapUsed }]),
    gauge('process_start_time_seconds', 'When the process started.', [{ value: startedAt.getTime() / 1000 }]),
    gauge('haat_info', 'The version of the shop.', [{ labels: { version }, value: 1 }]),
  ];
}

function linesOf(name: string, { labels, counts, sum }: Distribution): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket${textOf({ ...labels, le: durationLimits[index] ?? '+Inf' })} ${total}`;
  });
  return [...buckets, `${name}_sum${textOf(labels)} ${sum}`, `${name}_count${textOf(labels)} ${total}`];
}

function textOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"]/g, '\\$&')}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { durationLimits } from '../http/traffic.ts';
import type { Log } from '../log.ts';
import { explainListenError, StartError } from '../start-errors.ts';
import type { FigureReader, Figures } from './figures.ts';

type Labels = Record<string, string | number>;
type Sample = { suffix?: string; labels?: Labels; value: number };

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

/** The figures as text. Labels are statuses, names of jobs and patterns of routes: few, and nothing personal. */
export function renderMetrics(figures: Figures): string {
  const { traffic, connections, eventLoop, cpu, memory, disk, lastBackupAt, shop, version, startedAt } =
    figures;
  const queues = [...traffic.queues].map(([queue, { counts }]) => ({ queue, ...counts() }));
  const routes = traffic.routes();
  const lines: string[] = [];
  const add = (type: 'counter' | 'gauge' | 'histogram', name: string, help: string, samples: Sample[]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { suffix = '', labels = {}, value } of samples)
      lines.push(`${name}${suffix}${textOf(labels)} ${value}`);
  };
  const all = [...routes, { method: 'GET', route: 'cached', byStatus: traffic.cached }];
  add(
    'counter',
    'haat_requests_total',
    'Replies by route and class of status; route "cached": sent before routing.',
    all.flatMap(({ method, route, byStatus }) =>
      byStatus.flatMap((value, digit) =>
        value > 0 ? { labels: { method, route, status: `${digit}xx` }, value } : [],
      ),
    ),
  );
  add(
    'histogram',
    'haat_request_duration_seconds',
    'Time to the end of a reply, without those of route "cached".',
    routes.flatMap(histogramOf),
  );
  add(
    'counter',
    'haat_cache_requests_total',
    'Requests of replies that can be cached: sent from the cache (hit), from there although old (stale), or made (miss).',
    Object.entries(traffic.cache).map(([result, value]) => ({ labels: { result }, value })),
  );
  const ofQueues = (value: (queue: (typeof queues)[number]) => number) =>
    queues.map((queue) => ({ labels: { queue: queue.queue }, value: value(queue) }));
  add(
    'gauge',
    'haat_admission_running',
    'Replies that no cache has and that are made now.',
    ofQueues(({ running }) => running),
  );
  add(
    'gauge',
    'haat_admission_waiting',
    'Replies that wait to be made.',
    ofQueues(({ waiting }) => waiting),
  );
  add(
    'counter',
    'haat_admission_refused_total',
    'Replies that were refused with 503, because too many waited.',
    ofQueues(({ refused }) => refused),
  );
  add('gauge', 'haat_database_up', 'Whether the database replies.', [{ value: shop ? 1 : 0 }]);
  const { totalCount, idleCount, waitingCount } = connections;
  add('gauge', 'haat_database_connections', 'Connections of this process.', [
    { labels: { state: 'used' }, value: totalCount - idleCount },
    { labels: { state: 'idle' }, value: idleCount },
  ]);
  add('gauge', 'haat_database_waiting', 'Queries that wait for a connection.', [{ value: waitingCount }]);
  if (shop) {
    const byStatus = (counts: { status: string; count: number }[]) =>
      counts.map(({ status, count }) => ({ labels: { status }, value: count }));
    add('gauge', 'haat_recent_orders', 'Orders placed in the last 24 hours.', byStatus(shop.orders));
    add(
      'gauge',
      'haat_recent_payments',
      'Payments of orders placed in the last 24 hours.',
      byStatus(shop.payments),
    );
    add(
      'gauge',
      'haat_jobs',
      'Background jobs, counted every minute; failed ones are listed for some days.',
      shop.jobs.flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { job: name, state }, value })),
      ),
    );
    add(
      'gauge',
      'haat_open_alerts',
      'Alerts in the back office that nobody has resolved.',
      shop.alerts.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    );
  }
  add(
    'gauge',
    'haat_last_backup_timestamp_seconds',
    'When the last good backup was made.',
    lastBackupAt ? [{ value: lastBackupAt.getTime() / 1000 }] : [],
  );
  add('gauge', 'haat_disk_free_bytes', 'Free space of the disk with the data folder.', [
    { value: disk.free },
  ]);
  add('gauge', 'haat_disk_size_bytes', 'Size of the disk with the data folder.', [{ value: disk.size }]);
  add('gauge', 'haat_event_loop_delay_seconds', 'How late the event loop was since the last reading.', [
    { labels: { quantile: '0.5' }, value: eventLoop.median },
    { labels: { quantile: '0.99' }, value: eventLoop.p99 },
    { labels: { quantile: '1' }, value: eventLoop.max },
  ]);
  add('counter', 'haat_event_loop_active_seconds_total', 'Time in which the event loop was busy.', [
    { value: eventLoop.active / 1000 },
  ]);
  add('counter', 'process_cpu_seconds_total', 'CPU time of all threads.', [
    { value: (cpu.user + cpu.system) / 1e6 },
  ]);
  add('gauge', 'process_resident_memory_bytes', 'Memory of the process.', [{ value: memory.rss }]);
  add('gauge', 'nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', [{ value: memory.heapUsed }]);
  add('gauge', 'process_start_time_seconds', 'When the process started.', [
    { value: startedAt.getTime() / 1000 },
  ]);
  add('gauge', 'haat_info', 'The version of the shop.', [{ labels: { version }, value: 1 }]);
  return `${lines.join('\n')}\n`;
}

function histogramOf({
  method,
  route,
  byDuration,
  seconds,
}: ReturnType<Figures['traffic']['routes']>[number]): Sample[] {
  let total = 0;
  const buckets = byDuration.map((value, index) => {
    total += value;
    return {
      suffix: '_bucket',
      labels: { method, route, le: durationLimits[index] ?? '+Inf' },
      value: total,
    };
  });
  const labels = { method, route };
  return [...buckets, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: total }];
}

function textOf(labels: Labels): string {
  const each = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"]/g, '\\$&')}"`,
  );
  return each.length > 0 ? `{${each.join(',')}}` : '';
}

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { orderStatus } from '../../shared/contract/orders/orders.ts';
import { paymentStatus, type ShopHealth } from '../../shared/contract/shop-health.ts';
import { countOpenAlerts } from '../alerts/alerts.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import { readVersion } from '../backup/manifest.ts';
import type { Deps } from '../deps.ts';
import { unavailable } from '../errors.ts';
import { databaseIsAway } from '../http/errors.ts';
import type { Traffic } from '../http/traffic.ts';
import { countJobs } from '../jobs/jobs.ts';
import { countRecentOrders } from '../orders/queries/account-queries.ts';

const RESOLUTION_MS = 20;
/** How long figures of the database are used again, so that reading them often costs nothing. */
const CACHED_MS = 10_000;
const DAY_MS = 86_400_000;

export type Figures = Awaited<ReturnType<FigureReader['read']>>;
export type FigureReader = ReturnType<typeof createFigures>;

/** The figures of this process and of the shop, for the back office and for monitoring. */
export function createFigures(
  deps: Pick<Deps, 'db' | 'connections' | 'disk' | 'config' | 'clock'>,
  traffic: Traffic,
) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const readDelay = cachedFor(CACHED_MS, () => {
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
    const read = {
      median: seconds(delay.percentile(50)),
      p99: seconds(delay.percentile(99)),
      max: seconds(delay.max),
    };
    delay.reset();
    return read;
  });
  const readDatabase = cachedFor(CACHED_MS, () => readShop(deps));

  return {
    async read() {
      const last = await findLastBackup(deps.config);
      return {
        version: await readVersion(),
        traffic,
        connections: deps.connections,
        startedAt: new Date(performance.timeOrigin),
        cpu: process.cpuUsage(),
        memory: process.memoryUsage(),
        eventLoop: { ...readDelay(), ...performance.eventLoopUtilization() },
        disk: await deps.disk.space(),
        lastBackupAt: last && new Date(last.at),
        /** Undefined if the database does not reply. */
        shop: await readDatabase().catch((error: unknown) => {
          if (!databaseIsAway(error)) throw error;
          return undefined;
        }),
      };
    },
    stop: () => delay.disable(),
  };
}

/** What the database knows, one query after another: monitoring must not take connections from orders. */
async function readShop({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const recent = await countRecentOrders(db, new Date(clock.now().getTime() - DAY_MS));
  return {
    orders: withZeros(orderStatus.options, recent.orders),
    payments: withZeros(paymentStatus.options, recent.payments),
    jobs: await countJobs(db),
    alerts: await countOpenAlerts(db),
  };
}

/** The count of each status, also of those that do not occur. */
const withZeros = <Status extends string>(
  statuses: readonly Status[],
  counts: { status: string; count: number }[],
) =>
  statuses.map((status) => ({
    status,
    count: counts.find((counted) => counted.status === status)?.count ?? 0,
  }));

/** Calls `read` only if its last result is older than `ms`. */
function cachedFor<Result>(ms: number, read: () => Result): () => Result {
  let kept: { result: Result; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || now > kept.until) kept = { result: read(), until: now + ms };
    return kept.result;
  };
}

const SLOWEST = 8;

/** The figures as the back office shows them. 503 while the database does not reply. */
export function presentFigures(figures: Figures): ShopHealth {
  const { traffic, connections, eventLoop, memory, disk, lastBackupAt, shop } = figures;
  if (!shop) throw unavailable('The database does not reply.');
  const routes = traffic.routes().map(({ method, route, byStatus, seconds }) => {
    const count = sum(byStatus);
    return { route: `${method} ${route}`, count, failed: byStatus[5] ?? 0, seconds };
  });
  return {
    version: figures.version,
    startedAt: figures.startedAt.toISOString(),
    requests: {
      total: sum(routes.map(({ count }) => count)) + sum(traffic.cached),
      failed: sum(routes.map(({ failed }) => failed)),
      slowest: routes
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, SLOWEST)
        .map(({ seconds, ...route }) => ({ ...route, meanMs: (1000 * seconds) / route.count })),
    },
    cache: traffic.cache,
    queues: [...traffic.queues].map(([name, { counts }]) => ({ name, ...counts() })),
    eventLoop: { delayMs: 1000 * eventLoop.p99, busyPercent: 100 * eventLoop.utilization },
    memory: { residentBytes: memory.rss, heapBytes: memory.heapUsed },
    disk: { freeBytes: disk.free, sizeBytes: disk.size },
    lastBackupAt: lastBackupAt?.toISOString() ?? null,
    connections: {
      used: connections.totalCount - connections.idleCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
    },
    jobs: shop.jobs,
    orders: shop.orders,
    payments: shop.payments,
    openAlerts: sum(shop.alerts.map(({ count }) => count)),
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

import { type DashboardStats, dashboardStats } from '../../shared/contract/reports.ts';
import { toRupees } from '../../shared/money.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import type { Database } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps } from '../deps.ts';
import * as figures from './dashboard-figures.ts';
import { lastDays, salesPeriods } from './indian-periods.ts';

const maxItems = { bestSellers: 5, lowStock: 6, recent: 5 };
const chartDays = 30;

type Cached = { stats: Promise<DashboardStats>; until: number };
const cache = new WeakMap<Database, Cached>();

/**
 * The figures of the dashboard (spec §3 Dashboard stats; contract §3 defines revenue). Concurrent calls share one read.
 * The result is cached for four times the duration of the read, 10 s at most, so that repeated calls use only a part of
 * the database's time.
 */
export async function getDashboard(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'config'>,
): Promise<DashboardStats> {
  const now = deps.clock.now();
  const cached = cache.get(deps.db);
  if (cached && now.getTime() < cached.until) return cached.stats;
  const reading: Cached = { stats: read(deps, now), until: now.getTime() + 10_000 };
  cache.set(deps.db, reading);
  try {
    await reading.stats;
    const durationMs = deps.clock.now().getTime() - now.getTime();
    reading.until = Math.min(reading.until, now.getTime() + 5 * durationMs);
  } catch {
    cache.delete(deps.db);
  }
  return reading.stats;
}

async function read(
  { db, payments, config }: Pick<Deps, 'db' | 'payments' | 'config'>,
  now: Date,
): Promise<DashboardStats> {
  const counting = { withTests: await countsTestOrders({ db, payments }) };
  const { from, days } = lastDays(now, 2 * chartDays);
  const shown = lastDays(now, chartDays);
  // In two steps, so that the dashboard does not use up the connections that shoppers need.
  const [statuses, sellers, sales] = await Promise.all([
    figures.countOrdersByStatus(db, counting),
    figures.listBestSellers(db, shown.from, counting, maxItems.bestSellers),
    figures.sumSalesByPeriod(db, salesPeriods(now), counting),
  ]);
  const [byDay, low, reserved, recent, { products, people }] = await Promise.all([
    figures.sumSalesByDay(db, from, counting),
    figures.listLowStock(db, maxItems.lowStock),
    figures.sumReserved(db),
    figures.listNewestProducts(db, maxItems.recent),
    figures.countEverything(db, counting),
  ]);
  const rupeesOf = (day: string | undefined) => toRupees(byDay.get(day ?? '') ?? 0);
  const backup = await findLastBackup(config);
  return {
    totalProducts: products.reduce((sum, { count }) => sum + count, 0),
    totalOrders: statuses.reduce((sum, { count }) => sum + count, 0),
    totalUsers: people?.users ?? 0,
    guestUsersCount: people?.guests ?? 0,
    totalRevenue: toRupees(statuses.reduce((sum, { paise }) => sum + paise, 0)),
    ordersByStatus: Object.fromEntries(
      statuses.map(({ standing, count, paise }) => [standing, { count, revenue: toRupees(paise) }]),
    ),
    productStatusStats: Object.fromEntries(products.map(({ status, count }) => [status, count])),
    sales: dashboardStats.shape.sales.parse(
      Object.fromEntries(
        sales.map((each) => [each.name, { amount: toRupees(each.amount), before: toRupees(each.before) }]),
      ),
    ),
    days: shown.days.map((day, i) => ({ day, amount: rupeesOf(day), before: rupeesOf(days[i]) })),
    bestSellers: sellers.map(({ id, revenuePaise, ...seller }) => ({
      _id: id,
      ...seller,
      revenue: toRupees(revenuePaise),
    })),
    lowStock: {
      items: low.items.map(({ id, name, image, stock, values }) => ({
        _id: id,
        name,
        image,
        variant: values.join(' / '),
        countInStock: stock,
      })),
      total: low.total,
      reserved,
    },
    recentProducts: recent.map(({ id, fromPaise, stock, ...product }) => ({
      _id: id,
      ...product,
      price: toRupees(fromPaise),
      countInStock: stock,
    })),
    attention: people?.attention ?? 0,
    lastBackupAt: backup?.at ?? null,
    lastBackup: backup ? { bytes: backup.bytes, file: backup.file } : null,
  };
}

import { type DashboardStats, dashboardStats } from '../../shared/contract/reports.ts';
import { toRupees } from '../../shared/money.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import { type Database, transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps } from '../deps.ts';
import * as figures from './dashboard-figures.ts';
import { lastDays, salesPeriods } from './indian-periods.ts';

const maxItems = { bestSellers: 5, lowStock: 6, recent: 5 };
const chartDays = 30;

type Kept<T> = { result: Promise<T>; until: number };

/** Shares one read between concurrent calls, and keeps its result for a time that depends on the duration of the read. */
function keep<T>(timeMs: (durationMs: number) => number) {
  const results = new WeakMap<Database, Kept<T>>();
  return async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, read: () => Promise<T>): Promise<T> => {
    const startedAt = clock.now().getTime();
    const last = results.get(db);
    if (last && startedAt < last.until) return last.result;
    const reading: Kept<T> = { result: read(), until: Number.POSITIVE_INFINITY };
    results.set(db, reading);
    try {
      const result = await reading.result;
      const endedAt = clock.now().getTime();
      reading.until = endedAt + timeMs(endedAt - startedAt);
      return result;
    } catch (error) {
      results.delete(db);
      throw error;
    }
  };
}

/** For four times the duration, 10 s at most, so that repeated calls use only a part of the database's time. */
const keepStats = keep<DashboardStats>((durationMs) => Math.min(4 * durationMs, 10_000));
/**
 * Figures that read every order of a month or every guest take seconds in a large shop, and change little in a minute.
 */
const keepSlowFigures = keep<Awaited<ReturnType<typeof readSlowFigures>>>((durationMs) =>
  durationMs < 200 ? 0 : Math.min(20 * durationMs, 50_000),
);

/** The figures of the dashboard (spec §3 Dashboard stats; contract §3 defines revenue). */
export async function getDashboard(
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'config'>,
): Promise<DashboardStats> {
  return keepStats(deps, () => read(deps));
}

function readSlowFigures(db: Database, from: Date, counting: figures.Counting) {
  return transaction(db, async (trx) => {
    await figures.allowLongReads(trx);
    const sellers = await figures.listBestSellers(trx, from, counting, maxItems.bestSellers);
    const former = await figures.sumFormerShop(trx, from);
    return { sellers, former, guests: await figures.countGuests(trx, counting) };
  });
}

async function read(deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'config'>): Promise<DashboardStats> {
  const { db, payments, config } = deps;
  const now = deps.clock.now();
  const counting = { withTests: await countsTestOrders({ db, payments }) };
  const { from, days } = lastDays(now, 2 * chartDays);
  const shown = lastDays(now, chartDays);
  // In two steps, so that the dashboard does not use up the connections that shoppers need.
  const [statuses, { sellers, guests, former }, sales] = await Promise.all([
    figures.countOrdersByStatus(db, counting),
    keepSlowFigures(deps, () => readSlowFigures(db, shown.from, counting)),
    figures.sumSalesByPeriod(db, salesPeriods(now), counting),
  ]);
  const [byDay, low, reserved, recent, { products, users, open }] = await Promise.all([
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
    totalUsers: users + guests,
    guestUsersCount: guests,
    totalRevenue: toRupees(statuses.reduce((sum, { paise }) => sum + paise, 0)),
    formerShop: {
      orders: former.orders,
      amount: toRupees(former.paise),
      recent: toRupees(former.recentPaise),
    },
    ordersByStatus: Object.fromEntries(
      statuses.map(({ standing, count, paise }) => [standing, { count, revenue: toRupees(paise) }]),
    ),
    productStatusStats: Object.fromEntries(products.map(({ status, count }) => [status, count])),
    sales: dashboardStats.shape.sales.parse(
      Object.fromEntries(
        sales.map((sale) => [sale.name, { amount: toRupees(sale.amount), before: toRupees(sale.before) }]),
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
    ...open,
    lastBackupAt: backup?.at ?? null,
    lastBackup: backup ? { bytes: backup.bytes, file: backup.file } : null,
  };
}

import { isbot } from 'isbot';
import type { VisitCounts, VisitQuery, VisitReport } from '../../shared/contract/visits.ts';
import { transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps } from '../deps.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { lastDays } from './indian-periods.ts';
import * as queries from './visit-queries.ts';

const flushMs = 10_000;
const minuteMs = 60_000;
/** Events of an address block that count in a minute: many shoppers of a mobile carrier share one. */
const maxOfBlock = 300;
/** Address blocks and products of which events wait; beyond them, events of others are not counted. */
const maxBlocks = 10_000;
const maxProducts = 2_000;
const maxShown = 10;

/** Known sources of visits; any other site is `other`. */
const sources: [name: string, host: RegExp][] = [
  ['google', /(^|\.)google\.[a-z.]+$/],
  ['bing', /(^|\.)bing\.com$/],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/],
  ['instagram', /(^|\.)instagram\.com$/],
  ['facebook', /(^|\.)(facebook\.com|fb\.me)$/],
  ['whatsapp', /(^|\.)(whatsapp\.com|wa\.me)$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be)$/],
  ['pinterest', /(^|\.)pinterest\.[a-z.]+$/],
  ['chatgpt', /(^|\.)chatgpt\.com$/],
];

export type Visits = ReturnType<typeof createVisits>;

/**
 * Counts what visitors do, without anything about a visitor: neither address nor browser is stored. Counts wait in the
 * memory for ten seconds and are then added to those of the day, so an event costs no query; a crash loses the last ones.
 */
export function createVisits({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  let counts = new Map<string, { event: string; subject: string; count: number }>();
  let products = new Map<string, { slug: string; views: number; adds: number }>();
  let blocks = new Map<string, number>();
  let blocksSince = 0;
  let timer: NodeJS.Timeout | undefined;

  function add(event: string, subject = ''): void {
    const key = `${event} ${subject}`;
    const known = counts.get(key) ?? { event, subject, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }

  function addProduct(slug: string, event: VisitQuery['event']): void {
    const known = products.get(slug) ?? { slug, views: 0, adds: 0 };
    if (known.views + known.adds === 0 && products.size >= maxProducts) return;
    if (event === 'add') known.adds++;
    else known.views++;
    products.set(slug, known);
  }

  /** Whether an address block has sent so few events that they count. */
  function isWithin(block: string): boolean {
    const now = clock.now().getTime();
    if (Math.abs(now - blocksSince) > minuteMs) {
      blocks = new Map();
      blocksSince = now;
    }
    const sent = blocks.get(block) ?? 0;
    if (sent >= maxOfBlock || (sent === 0 && blocks.size >= maxBlocks)) return false;
    blocks.set(block, sent + 1);
    return true;
  }

  /** Writes what waits. What can't be written is lost, and logged. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [events, ofProducts] = [[...counts.values()], [...products.values()]];
    counts = new Map();
    products = new Map();
    if (events.length === 0) return;
    await transaction(db, async (trx) => {
      await queries.addCounts(trx, clock.now(), events);
      if (ofProducts.length > 0) await queries.addProductCounts(trx, clock.now(), ofProducts);
    }).catch((err: unknown) => log.warn({ err }, 'visits could not be counted'));
  }

  return {
    flush,

    /** Counts an event. Those of bots, and too many from one address block, are ignored without an error. */
    count(
      { event, page = 'other', product, from }: VisitQuery,
      visitor: { address: string; userAgent: string },
    ): void {
      if (!visitor.userAgent || isbot(visitor.userAgent) || !isWithin(addressBlock(visitor.address))) return;
      add(event, event === 'view' ? page : '');
      if (event === 'view' && from !== undefined) add('visit', sourceOf(from));
      if (product && event !== 'search') addProduct(product, event);
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
}

/** The name under which visits from this host are counted. */
const sourceOf = (host: string): string =>
  host === '' ? 'direct' : (sources.find(([, pattern]) => pattern.test(host.toLowerCase()))?.[0] ?? 'other');

/** What visitors did in the last days in India, compared with as many days before. */
export async function getVisitReport(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  length: number,
): Promise<VisitReport> {
  const { db, clock, payments } = deps;
  const { days: all, from: beforeFrom } = lastDays(clock.now(), 2 * length);
  const { from, days } = lastDays(clock.now(), length);
  const withTests = await countsTestOrders({ db, payments });
  const rows = await queries.listCounts(db, beforeFrom);
  const sold = await queries.countSold(db, beforeFrom, withTests);
  const products = await queries.listViewedProducts(db, from, withTests, maxShown);
  const sum = (within: string[], event: string, subject?: string) =>
    rows
      .filter(
        (row) => row.event === event && within.includes(row.day) && (subject ?? row.subject) === row.subject,
      )
      .reduce((total, { count }) => total + count, 0);
  const countsOf = (within: string[]): VisitCounts => ({
    visits: sum(within, 'visit'),
    views: sum(within, 'view'),
    productViews: sum(within, 'view', 'product'),
    searches: sum(within, 'search'),
    adds: sum(within, 'add'),
    checkouts: sum(within, 'view', 'checkout'),
    orders: sold.filter(({ day }) => within.includes(day)).reduce((total, { orders }) => total + orders, 0),
  });
  const named = [...new Set(rows.filter(({ event }) => event === 'visit').map(({ subject }) => subject))];
  return {
    total: countsOf(days),
    before: countsOf(all.slice(0, length)),
    days: days.map((day) => ({ day, ...countsOf([day]) })),
    sources: named
      .map((source) => ({ source, visits: sum(days, 'visit', source) }))
      .filter(({ visits }) => visits > 0)
      .toSorted((a, b) => b.visits - a.visits),
    products: products.map(({ id, ...product }) => ({ _id: id, ...product })),
  };
}

const offsetMs = 330 * 60_000;
const dayMs = 86_400_000;

/** The periods of the dashboard, each with the one before it. */
export type SalesPeriods = Record<'today' | 'week' | 'month' | 'year', Period>;
type Period = { from: Date; beforeFrom: Date; beforeTo: Date };

/**
 * Today, this week (from Monday), this month and this year (from January) in India, each with the previous period up to
 * the same moment.
 */
export function salesPeriods(now: Date): SalesPeriods {
  const india = new Date(now.getTime() + offsetMs);
  const [year, month, day] = [india.getUTCFullYear(), india.getUTCMonth(), india.getUTCDate()];
  const sinceMonday = (india.getUTCDay() + 6) % 7;
  const period = (from: Date, beforeFrom: Date): Period => {
    const sameMoment = beforeFrom.getTime() + now.getTime() - from.getTime();
    return { from, beforeFrom, beforeTo: new Date(Math.min(sameMoment, from.getTime())) };
  };
  return {
    today: period(startOfDay(year, month, day), startOfDay(year, month, day - 1)),
    week: period(startOfDay(year, month, day - sinceMonday), startOfDay(year, month, day - sinceMonday - 7)),
    month: period(startOfDay(year, month, 1), startOfDay(year, month - 1, 1)),
    year: period(startOfDay(year, 0, 1), startOfDay(year - 1, 0, 1)),
  };
}

/** The last `count` days in India up to that of `now`, oldest first, as `2026-11-21`, and the start of the first. */
export function lastDays(now: Date, count: number): { from: Date; days: string[] } {
  const india = new Date(now.getTime() + offsetMs);
  const from = startOfDay(india.getUTCFullYear(), india.getUTCMonth(), india.getUTCDate() - count + 1);
  const days = Array.from({ length: count }, (_, i) =>
    new Date(from.getTime() + offsetMs + i * dayMs).toISOString().slice(0, 10),
  );
  return { from, days };
}

/** The start of a day in India, which has no summer time. Month and day may overflow. */
const startOfDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day) - offsetMs);

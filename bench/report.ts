import type { Measured } from './measure.ts';
import type { Row } from './rows.ts';

const columns = [34, 24, 12, 12, 8, 8, 10, 10, 10, 9] as const;
const cells = (values: string[]) =>
  values
    .map((value, index) =>
      index < 2 ? value.padEnd(columns[index] ?? 0) : value.padStart(columns[index] ?? 0),
    )
    .join(' ');

export const tableHead = cells([
  ...['Row', 'Goal', 'Measured', 'Limit', 'Ratio', 'Spread', 'p50 ms', 'Server ms', 'Postgres', 'Repeated'],
]);

/** One line of the printed table. */
export function lineOf(rows: Row[], { key, median, spread, repeated }: Measured): string {
  const row = rows.find((each) => each.key === key);
  if (!row) throw new Error(`There is no row ${key}`);
  const measured = median.perSecond ?? median.ms ?? median.MB ?? 0;
  const { limit = 0, p50, serverMs, postgresMs } = median;
  const optional = (value: number | undefined, digits: number) => (value ? value.toFixed(digits) : '');
  return cells([
    `${row.isReached(measured, limit) ? '✓' : '✗'} ${row.name}`,
    row.goal,
    `${format(measured)} ${row.unit}`,
    limit ? format(limit) : '',
    limit ? (measured / limit).toFixed(2) : '',
    `${Math.round(spread * 100)}%`,
    optional(p50, 1),
    optional(serverMs, 3),
    optional(postgresMs, 3),
    String(repeated),
  ]);
}

export const format = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

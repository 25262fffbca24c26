import type { Grown } from './growth.ts';
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
  'Row',
  'Goal',
  'Measured',
  'Limit',
  'Ratio',
  'Spread',
  'p50 ms',
  'Server ms',
  'Postgres',
  'Repeated',
]);

/** The figure of a row in its unit. */
export const figureOf = ({ median }: Measured) => median.perSecond ?? median.ms ?? median.MB ?? 0;

/** One line of the printed table. */
export function lineOf(row: Row, result: Measured): string {
  const { median, spread, repeated } = result;
  const measured = figureOf(result);
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

const growthColumns = [34, 22, 22, 8];
const growthCells = (values: string[]) =>
  values
    .map((value, index) =>
      value.padStart(index === 0 ? 0 : (growthColumns[index] ?? 0)).padEnd(growthColumns[index] ?? 0),
    )
    .join(' ');

export const growthHead = growthCells(['CPU ms: server + PostgreSQL', 'small', 'large', 'ratio']);

/** One line of the printed table of growth; the goal is a ratio of 1.5. */
export function growthLine({ name, small, large, ratio }: Grown): string {
  return growthCells([
    `${ratio <= 1.5 ? '✓' : '✗'} ${name}`,
    growthCpu(small),
    growthCpu(large),
    ratio.toFixed(2),
  ]);
}

/** Milliseconds of the server and of PostgreSQL. */
export const growthCpu = ({ server, postgres }: Grown['small']) =>
  `${server.toFixed(2)} + ${postgres.toFixed(2)}`;

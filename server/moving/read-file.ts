import type { MoveKind, MoveProgram } from '../../shared/contract/moves.ts';
import { isLoop } from '../content/content.ts';
import { firstOfDates, withDayFirst } from '../csv/dates.ts';
import { streamRows } from '../csv/stream.ts';
import type { Row } from '../csv/table.ts';
import { cellOf, isoDayInIndia } from './cells.ts';
import { readCustomer } from './customer-rows.ts';
import { readDiscount } from './discount-rows.ts';
import { readGiftCard } from './gift-card-rows.ts';
import { readShopifyOrder, shopifyOrderNumber } from './order-rows.ts';
import { recogniseMoveFile } from './recognise.ts';
import { leftOut, type ReadRecord, redirectRecord } from './records.ts';
import { readRedirect } from './redirect-rows.ts';
import { readWooOrder, wooDateColumns, wooOrderNumber } from './woocommerce-orders.ts';

/** The kinds whose records are read row by row; the imports of products and reviews read their files themselves. */
export const isStreamed = (kind: MoveKind): boolean => kind !== 'products' && kind !== 'reviews';

type Source = { program: MoveProgram; kind: MoveKind; origin: string; now: Date };

/**
 * The records of a file on the local disk, a few at a time, in the order of the file. 400 with the reason and the line
 * if it is damaged.
 */
export async function* readRecords(file: string, source: Source): AsyncGenerator<ReadRecord> {
  const head = await recogniseMoveFile(file);
  const rows = streamRows(file, head);
  if (source.kind === 'orders') {
    const first = await firstInDates(streamRows(file, head), source);
    yield* readOrders(first ? withDates(rows, first) : rows, source.program);
  } else if (source.kind === 'redirects') yield* readRedirects(rows, source.origin);
  else for await (const row of rows) yield readRow(row, source);
}

const dateColumns = ['Created at', 'Cancelled at', ...wooDateColumns];

/** Whether the day or the month comes first in the dates of an order file, if they prove it. */
async function firstInDates(rows: AsyncGenerator<Row>, { program, now }: Source) {
  const columns = program === 'shopify' ? ['Created at'] : wooDateColumns;
  const dates = new Set<string>();
  for await (const row of rows) dates.add(cellOf(row, ...columns).split(/[ T]\d+:/)[0] ?? '');
  return firstOfDates(dates, now);
}

async function* withDates(rows: AsyncGenerator<Row>, first: 'day' | 'month'): AsyncGenerator<Row> {
  for await (const row of rows) {
    const given = (column: string) => {
      const cell = row.given(column);
      return cell && dateColumns.includes(column) ? withDayFirst(cell, first) : cell;
    };
    yield { ...row, given, get: (column) => given(column) ?? '' };
  }
}

/** Redirects; one that leads in a circle with those before it is left out. */
async function* readRedirects(rows: AsyncGenerator<Row>, origin: string): AsyncGenerator<ReadRecord> {
  const targets = new Map<string, string>();
  for await (const row of rows) {
    const record = readRedirect(row, origin);
    const { from, to } = redirectRecord.safeParse(record.data).data ?? {};
    if (!from || !to) yield record;
    else if (isLoop(from, to, targets)) yield leftOut(row.line, from, 'It would lead in a circle');
    else {
      targets.set(from, to);
      yield record;
    }
  }
}

function readRow(row: Row, { program, kind, now }: Source): ReadRecord {
  if (kind === 'customers') return readCustomer(row, program);
  if (kind === 'discounts') return readDiscount(row, program, now);
  return readGiftCard(row, isoDayInIndia(now));
}

/** Rows that follow each other and have one number are an order; some plugins write it in the first of them only. */
async function* readOrders(rows: AsyncGenerator<Row>, program: MoveProgram): AsyncGenerator<ReadRecord> {
  const [numberOf, read] =
    program === 'shopify' ? [shopifyOrderNumber, readShopifyOrder] : [wooOrderNumber, readWooOrder];
  let group: Row[] = [];
  for await (const row of rows) {
    const [first] = group;
    const number = numberOf(row);
    if (first && number && numberOf(first) !== number) {
      yield* read(group);
      group = [];
    }
    group.push(row);
  }
  yield* read(group);
}

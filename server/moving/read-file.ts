import type { MoveKind, MoveProgram } from '../../shared/contract/moves.ts';
import { streamRows } from '../csv/stream.ts';
import type { Row } from '../csv/table.ts';
import { isoDayInIndia } from './cells.ts';
import { readCustomer } from './customer-rows.ts';
import { readDiscount } from './discount-rows.ts';
import { readGiftCard } from './gift-card-rows.ts';
import { readShopifyOrder, shopifyOrderNumber } from './order-rows.ts';
import { recogniseMoveFile } from './recognise.ts';
import type { ReadRecord } from './records.ts';
import { readRedirect } from './redirect-rows.ts';
import { readWooOrder, wooOrderNumber } from './woocommerce-orders.ts';

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
  if (source.kind === 'orders') yield* readOrders(rows, source.program);
  else for await (const row of rows) yield readRow(row, source);
}

function readRow(row: Row, { program, kind, origin, now }: Source): ReadRecord {
  if (kind === 'customers') return readCustomer(row, program);
  if (kind === 'discounts') return readDiscount(row, program, now);
  if (kind === 'giftCards') return readGiftCard(row, isoDayInIndia(now));
  return readRedirect(row, origin);
}

/** Rows that follow each other and have one number are an order. */
async function* readOrders(rows: AsyncGenerator<Row>, program: MoveProgram): AsyncGenerator<ReadRecord> {
  const [numberOf, read] =
    program === 'shopify' ? [shopifyOrderNumber, readShopifyOrder] : [wooOrderNumber, readWooOrder];
  let group: Row[] = [];
  for await (const row of rows) {
    const [first] = group;
    if (first && numberOf(first) !== numberOf(row)) {
      yield* read(group);
      group = [];
    }
    group.push(row);
  }
  yield* read(group);
}

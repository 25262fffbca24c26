import type { MoveKind } from '../../shared/contract/moves.ts';
import { insertMovedRedirects } from '../content/content.ts';
import { findByContacts, insertMovedCustomers } from '../customers/customers.ts';
import type { Trx } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { findTakenCodes, insertMovedDiscount } from '../discounts/discounts.ts';
import { prepareMovedCard } from '../gift-cards/gift-cards.ts';
import { insertFormerOrders } from './former-order-queries.ts';
import type { MoveFileRow, MoveRow } from './queries.ts';
import {
  customerRecord,
  discountRecord,
  giftCardRecord,
  type OrderRecord,
  orderRecord,
  redirectRecord,
} from './records.ts';
import type { Result, StoredRow } from './row-queries.ts';

export type Step = { deps: Deps; trx: Trx; admin: Admin; move: MoveRow; files: Map<string, MoveFileRow> };
type Writer = { atOnce: number; write: (step: Step, next: StoredRow[]) => Promise<Result[]> };

const resultOf = (row: StoredRow, more: Partial<Result>): Result => ({
  id: row.id,
  targetId: null,
  outcome: 'new',
  reason: row.reason,
  ...more,
});

async function writeCustomers({ trx, admin }: Step, next: StoredRow[]): Promise<Result[]> {
  const all = next.map(({ data }) => customerRecord.parse(data));
  const moved = await insertMovedCustomers(trx, admin.userId, all);
  return next.map((row, i) => {
    const { id: targetId = null, isNew = false, isMobileTaken = false } = moved[i] ?? {};
    const taken = isMobileTaken ? 'Another customer has its mobile number, so it is left out' : '';
    if (isNew) return resultOf(row, { targetId, reason: [row.reason, taken].filter(Boolean).join('; ') });
    const reason = 'A customer with this e-mail address or mobile number is here and stays as it is';
    return resultOf(row, { targetId: targetId || null, outcome: 'known', reason });
  });
}

async function writeOrders({ trx, move, files }: Step, next: StoredRow[]): Promise<Result[]> {
  const all = next.map((row) => ({ row, order: orderRecord.parse(row.data) }));
  const customers = await findByContacts(
    trx,
    all.flatMap(({ order: { email, mobile } }) => [email, mobile].filter(Boolean)),
  );
  const ids = await insertFormerOrders(
    trx,
    all.map(({ row, order: { details, ...order } }) => ({
      ...order,
      moveId: move.id,
      program: files.get(row.fileId)?.program ?? 'shopify',
      customerId: customers.get(order.email) ?? customers.get(order.mobile) ?? null,
      details: JSON.stringify(details),
      searchText: searchTextOf({ details, ...order }),
    })),
  );
  return all.map(({ row, order }) => {
    const targetId = ids.get(order.number) ?? null;
    return resultOf(row, targetId ? { targetId } : { outcome: 'known' });
  });
}

function searchTextOf({ number, name, email, mobile, details }: OrderRecord): string {
  const lines = details.lines.flatMap(({ name: product, sku }) => [product, sku]);
  return [number, name, email, mobile, ...lines].join(' ').toLowerCase().slice(0, 2000);
}

async function writeDiscounts({ trx, admin }: Step, next: StoredRow[]): Promise<Result[]> {
  const all = next.map((row) => ({ row, input: discountRecord.parse(row.data) }));
  const taken = await findTakenCodes(
    trx,
    all.flatMap(({ input: { code } }) => code ?? []),
  );
  const results: Result[] = [];
  for (const { row, input } of all) {
    const isTaken = input.code !== null && taken.has(input.code);
    if (isTaken) results.push(resultOf(row, { outcome: 'known', reason: 'A discount here has this code' }));
    else results.push(resultOf(row, { targetId: await insertMovedDiscount(trx, admin, input) }));
  }
  return results;
}

async function writeGiftCards({ deps, trx, admin }: Step, next: StoredRow[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of next) {
    const card = giftCardRecord.parse(row.data);
    const targetId = await prepareMovedCard(trx, admin, card, deps.clock.now());
    results.push(resultOf(row, { targetId, reason: 'It is prepared: enable it to mail its new code' }));
  }
  return results;
}

async function writeRedirects({ trx }: Step, next: StoredRow[]): Promise<Result[]> {
  const ids = await insertMovedRedirects(
    trx,
    next.map(({ data }) => redirectRecord.parse(data)),
  );
  return next.map((row) => {
    const targetId = ids.get(row.key ?? '');
    if (targetId) return resultOf(row, { targetId });
    return resultOf(row, {
      outcome: 'left',
      reason: 'It would lead in a circle, or there are too many redirects',
    });
  });
}

/** How the records of each kind are written, in one transaction with their state; those of the others with their files. */
export const writers: Partial<Record<MoveKind, Writer>> = {
  customers: { atOnce: 200, write: writeCustomers },
  orders: { atOnce: 500, write: writeOrders },
  discounts: { atOnce: 100, write: writeDiscounts },
  giftCards: { atOnce: 100, write: writeGiftCards },
  redirects: { atOnce: 1000, write: writeRedirects },
};

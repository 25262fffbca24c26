import type { Trx } from '../db/database.ts';
import { sumSpentOfSoldCards } from '../gift-cards/gift-cards.ts';
import { listRefundableLines } from '../invoices/invoices.ts';
import type { RefundableLine } from '../invoices/refund-lines.ts';
import { listRefundablePayments, sumLeft } from '../ledger/ledger.ts';
import { listPayments } from '../ledger/queries/payment-queries.ts';
import { listRefunds } from '../ledger/queries/refund-queries.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';

/**
 * How much of an order can still be refunded, in paise: as money (`paise`) and to a free gift card (`freePaise`), and
 * for which lines. The order is locked.
 */
export async function refundableOf(trx: Trx, order: LockedOrder) {
  const parts = await listRefundable(trx, order.id);
  const moneyPaise = sumLeft(parts.filter((part) => !isFreePart(part)));
  const lines = await listRefundableLines(trx, order, moneyPaise);
  const ids = lines.map(({ orderItemId }) => orderItemId);
  const spent = await sumSpentOfSoldCards(trx, ids);
  const open = lines.map((line) => withoutSpent(line, spent.get(line.orderItemId) ?? 0));
  return {
    paise: open.reduce((left, { spentPaise }) => left - spentPaise, moneyPaise),
    freePaise: sumLeft(parts.filter(isFreePart)),
    lines: open,
  };
}

/** What can be refunded of a line: not what was spent of its gift card, and no unit if nothing is left on that. */
function withoutSpent(line: RefundableLine, paise: number) {
  const spentPaise = Math.min(paise, line.amountPaise);
  const amountPaise = line.amountPaise - spentPaise;
  return {
    ...line,
    spentPaise,
    amountPaise,
    quantity: spentPaise > 0 && amountPaise === 0 ? 0 : line.quantity,
  };
}

/**
 * The payments of an order that can be refunded, the primary one first, each with what is left of it, in paise. `from`:
 * only this payment.
 */
export async function listRefundable(trx: Trx, orderId: string, from?: string) {
  const refunds = await listRefunds(trx, orderId);
  const found = listRefundablePayments(await listPayments(trx, orderId), refunds);
  return found.filter(({ payment }) => from === undefined || payment.id === from);
}

export type RefundablePart = Awaited<ReturnType<typeof listRefundable>>[number];

/** Whether a free gift card paid this part, which goes back to the card and never becomes money (decision 202). */
export const isFreePart = ({ payment }: { payment: { isFree: boolean } }): boolean => payment.isFree;

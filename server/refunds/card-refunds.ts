import { raiseAlert } from '../alerts/alerts.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { refundToGiftCard } from '../gift-cards/gift-cards.ts';
import { recordManualRefund, sumLeft } from '../ledger/ledger.ts';
import type { RefundRequest } from '../ledger/refunds.ts';
import { mailOrderRefunded } from '../order-mails/order-mails.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import {
  insertRefundLines,
  listFreeOfRefunded,
  type RefundLine,
  sumFreeLeft,
} from '../orders/queries/refund-line-queries.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import { withFreeCard } from '../pricing/pricing.ts';
import type { PlannedLine } from './refund-plan.ts';
import { isFreePart, listRefundable, type RefundablePart } from './refundable.ts';

type Recorded = { now: Date; by: string; isFree: boolean };

/**
 * Records a refund of what the gift card of an order has paid, and returns it to the card. Returns the id of the
 * refund. An alert tells the shop if the card is disabled.
 */
export async function refundToCard(
  trx: Trx,
  refund: RefundRequest,
  { now, by, isFree }: Recorded,
): Promise<string> {
  const { orderId, amountPaise } = refund;
  const refundId = await recordManualRefund(trx, refund, { now, by, isFree });
  if (await refundToGiftCard(trx, orderId, amountPaise, by))
    await raiseAlert(trx, {
      kind: 'refund-to-disabled-card',
      orderId,
      subject: refundId,
      detail: { amountPaise },
    });
  return refundId;
}

/**
 * What goes back to the free gift card of an order with these lines of a refund, in paise: their shares, and what no
 * line has any more because the order was changed and costs less. 0 without a free gift card.
 */
export async function freePartOf(
  trx: Trx,
  orderId: string,
  parts: RefundablePart[],
  lines: PlannedLine[],
): Promise<number> {
  const leftPaise = sumLeft(parts.filter(isFreePart));
  if (leftPaise === 0) return 0;
  const excessPaise = leftPaise - (await sumFreeLeft(trx, orderId));
  return lines.reduce((sum, { freePaise }) => sum + freePaise, excessPaise);
}

/**
 * The cart of a changed order with the shares of what its free gift card has paid, as far as it still costs so much.
 */
export function keepFreePart(parts: RefundablePart[], cart: PricedCart): PricedCart {
  const paidPaise = sumLeft(parts.filter(isFreePart));
  return paidPaise === 0 ? cart : withFreeCard(cart, Math.min(paidPaise, cart.amountPaise));
}

/** What of a refund goes to the free gift card, in paise, with the lines that are recorded with it. */
type FreePart = {
  amountPaise: number;
  lines: RefundLine[];
  refund: Pick<RefundRequest, 'reason' | 'idempotencyKey' | 'requestHash' | 'byUser'>;
};

/**
 * Returns a part of an order to its free gift card: value for another order, never money, so without a credit note
 * (decision 202). The order is locked.
 */
export async function returnFreePart(
  deps: Deps,
  trx: Trx,
  { id: orderId }: LockedOrder,
  { amountPaise, lines, refund }: FreePart,
  by: string,
): Promise<void> {
  const part = (await listRefundable(trx, orderId)).find(isFreePart);
  if (!part) throw new Error(`order ${orderId} has no free gift card`);
  const request = { ...refund, orderId, paymentId: part.payment.id, amountPaise };
  const recorded = { now: deps.clock.now(), by, isFree: true };
  const refundId = await refundToCard(trx, request, recorded);
  await insertRefundLines(trx, refundId, lines);
  const about = { refundId, amountPaise, reason: refund.reason, hasNote: false, toGiftCard: true };
  await mailOrderRefunded(deps, trx, orderId, about);
}

/** The lines of the free part of a refund. `withUnits`: no money is refunded, with which their units would be recorded. */
export const linesOfFreePart = (lines: PlannedLine[], { withUnits }: { withUnits: boolean }): RefundLine[] =>
  lines.map(({ orderItemId, freePaise: amountPaise, quantity, restocked }) => ({
    orderItemId,
    amountPaise,
    ...(withUnits ? { quantity, restocked } : { quantity: 0, restocked: 0 }),
  }));

/**
 * Returns to the free gift card what lines still have of it whose units are all refunded, such as after a refund of the
 * whole payment at the provider. The order is locked.
 */
export async function returnFreeOfRefunded(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  { by, refundId, reason }: { by: string; refundId: string; reason: string },
): Promise<void> {
  const lines = await listFreeOfRefunded(trx, order.id);
  const amountPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0);
  if (amountPaise === 0) return;
  const refund = { reason, idempotencyKey: `free:${refundId}` };
  await returnFreePart(deps, trx, order, { amountPaise, lines, refund }, by);
}

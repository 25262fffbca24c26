import { shortRupees, toRupees } from '../../shared/money.ts';
import { giftCardName } from '../../shared/orders/gift-card-code.ts';
import { subtractOrder } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { chargeGiftCard } from '../gift-cards/gift-cards.ts';
import { giftCardMethod } from '../ledger/ledger.ts';
import { insertOfflinePayment } from '../ledger/queries/payment-queries.ts';
import * as orders from '../orders/orders.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * Records what the gift card of an order pays as a payment, once. Returns how the invoice names it;
 * undefined without a gift card, or with a free one, which is a discount (decision 202). `isPrimary`: it pays the whole
 * order. The order is locked and has not ended.
 */
export async function recordGiftCard(
  trx: Trx,
  order: LockedOrder,
  { now, isPrimary }: { now: Date; isPrimary: boolean },
): Promise<string | undefined> {
  // Otherwise the provider is asked for the whole amount.
  if (order.chargedPaise === null) return undefined;
  const charged = await chargeGiftCard(trx, order.id, now);
  if (!charged) return undefined;
  const { ending, amountPaise, isFree } = charged;
  const note = giftCardName(ending);
  const payment = {
    orderId: order.id,
    amountPaise,
    isPrimary,
    isFree,
    method: giftCardMethod,
    note,
    byUser: null,
  };
  await insertOfflinePayment(trx, payment, { now, by: 'Shopper' });
  const paid = `${note}: ${shortRupees(toRupees(amountPaise))}`;
  await orders.addEvent(trx, order, { by: 'Shopper', note: paid });
  return isFree ? undefined : paid;
}

/** Makes a new order paid that its gift card pays in full, with invoice and mails. */
export async function payByGiftCard(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await orders.lockExisting(trx, orderId);
  const now = deps.clock.now();
  const paymentId = (await recordGiftCard(trx, order, { now, isPrimary: true })) ?? null;
  await orders.moveOrder(trx, order, 'paid', { by: 'Shopper', note: 'Payment received' });
  if (order.userId) await subtractOrder(trx, order.userId, order.id, now);
  await confirmPayment(deps, trx, { ...order, status: 'paid' }, { paymentId, now });
}

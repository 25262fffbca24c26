import type { Order } from '../../../shared/contract/orders.ts';
import { call } from '../../api.ts';
import { removePurchased } from '../cart/cart.ts';
import { orderKeyHeader } from '../orders/order-keys.ts';
import { endAttempt, itemsOf, orderedAttempt } from './attempt.ts';
import { forgetOrderTexts } from './saved-details.ts';

/** Whether the items of an order are bought. */
export const isBought = ({ paidAmount, cashOnDelivery }: Order): boolean =>
  paidAmount > 0 || cashOnDelivery !== null;

/** Ends the attempt of a bought order: its items leave the cart. Nothing if the attempt is of another order. */
export function finishAttempt(orderId: string): void {
  const attempt = orderedAttempt();
  if (attempt?.orderId !== orderId) return;
  endAttempt(orderId);
  forgetOrderTexts();
  removePurchased(itemsOf(attempt));
}

/** Ends the attempt if its order was paid meanwhile, such as by a payment that a bank confirmed later. */
export async function finishIfBought(): Promise<void> {
  const attempt = orderedAttempt();
  if (!attempt) return;
  const { orderId } = attempt;
  const state = await call('GET /razorpay/orders/:id/status', {
    params: { id: orderId },
    headers: orderKeyHeader(orderId),
  }).catch(() => undefined);
  if (state?.paid) finishAttempt(orderId);
}

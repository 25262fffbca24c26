import type { Order } from '../../../shared/contract/orders/orders.ts';
import { isReceived } from '../../../shared/orders/order-state.ts';
import { call } from '../../api.ts';
import { orderKeyHeader } from '../orders/order-keys.ts';
import { endAttempt, itemsOf, type OrderedItem, orderedAttempt } from './attempt.ts';
import { forgetOrderTexts } from './saved-details.ts';

/** Whether the items of an order are bought. */
export const isBought = (order: Order): boolean => isReceived(order) || order.cashOnDelivery !== null;

/** Ends the attempt of a bought order. Returns its items, which leave the cart; none if the attempt is of another order. */
export function finishAttempt(orderId: string): OrderedItem[] {
  const attempt = orderedAttempt();
  if (attempt?.orderId !== orderId) return [];
  endAttempt(orderId);
  forgetOrderTexts();
  return itemsOf(attempt);
}

/** The same if the order was paid meanwhile, such as by a payment that a bank confirmed later. */
export async function finishIfBought(): Promise<OrderedItem[]> {
  const attempt = orderedAttempt();
  if (!attempt) return [];
  const { orderId } = attempt;
  const state = await call('GET /razorpay/orders/:id/status', {
    params: { id: orderId },
    headers: orderKeyHeader(orderId),
  }).catch(() => undefined);
  return state?.paid ? finishAttempt(orderId) : [];
}

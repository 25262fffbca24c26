import { pinPattern } from '../../../shared/contact/pin-code.ts';
import type { CartQuote, PaymentMethod } from '../../../shared/contract/orders/checkout.ts';
import type { CartLine } from '../../../shared/orders/cart.ts';
import { call } from '../../api.ts';
import { orderedAttempt } from '../checkout/attempt.ts';
import { orderKey } from '../orders/order-keys.ts';
import { untilRefreshed } from './cart.ts';

/** Where the cart would be sent or picked up, if that is known. */
export type Place = { postalCode?: string; state?: string; pickupPoint?: string };
type Wishes = Place & { code: string; cardCode?: string; method?: PaymentMethod };

/**
 * Asks the server what a cart costs; undefined if it has nothing that can be bought. Throws an ApiError, also if
 * `signal` aborts.
 */
export async function askQuote(
  lines: CartLine[],
  { postalCode = '', state = '', pickupPoint = '', code, cardCode, method }: Wishes,
  signal: AbortSignal,
): Promise<CartQuote | undefined> {
  await untilRefreshed();
  const cart_items = lines.flatMap(({ _id, variantId, quantity, gone }) =>
    gone ? [] : { product_id: _id, variant_id: variantId, quantity },
  );
  if (signal.aborted || cart_items.length === 0) return undefined;
  const body = {
    cart_items,
    discount_code: code || undefined,
    gift_card_code: cardCode || undefined,
    ...(pickupPoint ? { pickupPoint } : pinPattern.test(postalCode) && { postalCode, state }),
    replaces: unpaidOrder(),
    payment_method: method,
  };
  return call('POST /razorpay/quote', { body, signal });
}

/** The shopper’s unpaid order, which the next one replaces. */
function unpaidOrder() {
  const order_id = orderedAttempt()?.orderId;
  const order_key = order_id && orderKey(order_id);
  return order_key ? { order_id, order_key } : undefined;
}

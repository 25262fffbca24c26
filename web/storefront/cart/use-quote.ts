import { useEffect, useState } from 'react';
import { type CartLine, totalPrice } from '../../../shared/cart.ts';
import { pinPattern } from '../../../shared/contact-rules.ts';
import type { CartQuote, PaymentMethod } from '../../../shared/contract/checkout.ts';
import { discountLabel } from '../../../shared/discount-label.ts';
import { rupees } from '../../../shared/money.ts';
import { ApiError, call } from '../../api.ts';
import { orderedAttempt } from '../checkout/attempt.ts';
import { useShop } from '../layout/shop.ts';
import { orderKey } from '../orders/order-keys.ts';
import { untilRefreshed } from './cart.ts';
import { readCode, saveCode } from './discount-code.ts';

/** Changes of the cart that follow each other are priced together. */
const pauseMs = 150;

export type Quote = ReturnType<typeof useQuote>;

/**
 * What the server asks for a cart, with its discounts and that of the code that the shopper has entered, which is kept in
 * the browser until she has paid, and the fee of the way in which she wants to pay. Without a reply, or without discounts,
 * delivery charge and fee, the total is that of the saved prices. `to`: where the cart would be sent, if that is known.
 */
export function useQuote(
  lines: CartLine[],
  { postalCode = '', state = '' }: { postalCode?: string; state?: string },
  method: PaymentMethod = 'online',
) {
  const isFree = useShop()?.site.delivery.checksPin === false;
  const [entered, setEntered] = useState(readCode);
  const [reason, setReason] = useState('');
  const [quote, setQuote] = useState<(CartQuote & { code: string; method: PaymentMethod }) | null>(null);
  const code = reason ? '' : entered;

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function ask() {
      await untilRefreshed();
      const cart_items = lines.flatMap(({ _id, variantId, quantity, gone }) =>
        gone ? [] : { product_id: _id, variant_id: variantId, quantity },
      );
      if (signal.aborted || cart_items.length === 0) return;
      const body = {
        cart_items,
        discount_code: code || undefined,
        ...(pinPattern.test(postalCode) && { postalCode, state }),
        replaces: unpaidOrder(),
        payment_method: method,
      };
      try {
        setQuote({ ...(await call('POST /razorpay/quote', { body, signal })), code, method });
      } catch (error) {
        if (signal.aborted) return;
        setQuote(null);
        if (error instanceof ApiError && error.errors.discount_code) setReason(error.message);
      }
    }
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [lines, code, postalCode, state, method]);

  const cod = quote?.cash_on_delivery ?? null;
  const isCod = quote?.method === 'cash_on_delivery' && cod?.reason === '';
  const priced = quote?.discounts.length || quote?.shipping || isCod ? quote : undefined;
  return {
    /** The code that an order would have; empty for none. */
    code,
    /** The code that the shopper has entered, and why it can't be used. */
    entered,
    reason,
    /** The code that the server has accepted; another discount may save more. */
    confirmed: quote?.code === code ? code : '',
    discounts: quote?.discounts ?? [],
    /** Names and amounts of the discounts, and of the fee of cash on delivery. */
    rows: [
      ...(priced?.discounts ?? []).map((each): [string, string] => [
        discountLabel(each),
        rupees(-each.amount),
      ]),
      ...(isCod && cod.fee > 0 ? [['Cash on delivery fee', rupees(cod.fee)] as [string, string]] : []),
    ],
    /** Whether the order can be paid on delivery; null if the shop does not offer it. */
    cod,
    /** Whether the total is the one for cash on delivery. */
    isCod,
    /** The total is still that of the other way to pay. */
    isStale: quote !== null && quote.method !== method,
    subtotal: priced?.subtotal ?? totalPrice(lines),
    total: priced?.amount ?? totalPrice(lines),
    /** The delivery charge in rupees; null if it is not known. */
    shipping: quote ? quote.shipping : isFree ? 0 : null,
    /** How the shop delivers to the PIN code; null if none is known. */
    delivery: quote?.delivery ?? null,
    /** Uses another code, or none. */
    enter(text: string) {
      const next = text.trim().toUpperCase();
      saveCode(next);
      setReason('');
      setEntered(next);
    },
    /** The order was refused because of its code. */
    refuse(text: string) {
      saveCode('');
      setReason(text);
    },
  };
}

/** The shopper’s unpaid order, which the next one replaces. */
function unpaidOrder() {
  const order_id = orderedAttempt()?.orderId;
  const order_key = order_id && orderKey(order_id);
  return order_key ? { order_id, order_key } : undefined;
}

import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import type { AppliedDiscount as ShownDiscount } from '../../shared/contract/orders/orders.ts';
import { shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { amountOf, minTotalPaise } from '../discounts/discounts.ts';
import { badRequest, conflict, type ShopError } from '../errors.ts';
import { chargesOf, type PricedCart, type PricedLine, sum } from './priced-cart.ts';

type Units = Pick<PricedLine, 'variant' | 'quantity' | 'unitPaise'>;

/** 400 unless the total is between the least, before discounts and delivery, and the most that an order may cost. */
export function checkTotals(
  cart: PricedCart,
  limits: { minOrderRupees: number; maxOrderRupees: number },
): void {
  const min = Math.max(minTotalPaise, toPaise(limits.minOrderRupees));
  const refuse = (message: string) => badRequest(message, { amount: message });
  const { amountPaise, roundingPaise, discounts } = cart;
  const offPaise = sum(discounts.flatMap(({ shares }) => shares));
  const fullPaise = amountPaise - roundingPaise - chargesOf(cart) + offPaise;
  if (fullPaise < min) throw refuse(`The minimum order is ${shortRupees(toRupees(min))}.`);
  if (amountPaise > toPaise(limits.maxOrderRupees)) {
    throw refuse(`An order can be at most ${shortRupees(limits.maxOrderRupees)}.`);
  }
}

/** 409 with these items. */
export function unavailableItems(gone: { index: number; product: string }[]): ShopError {
  const errors = Object.fromEntries(
    gone.map(({ index, product }) => [
      `cart_items.${index}.product_id`,
      `${product} is not available any more`,
    ]),
  );
  return conflict('item_unavailable', Object.values(errors)[0] ?? 'An item is not available any more', {
    errors,
  });
}

/** 409 with each line that exceeds the stock. */
export function requireStock(lines: Units[], items: CreateOrderRequest['cart_items']): void {
  const errors: Record<string, string> = {};
  for (const { variant, quantity } of lines) {
    if (variant.stock >= quantity) continue;
    const index = items.findIndex((item) =>
      item.variant_id ? item.variant_id.toLowerCase() === variant.id : item.product_id === variant.productId,
    );
    errors[`cart_items.${index}.quantity`] =
      variant.stock === 0
        ? `${variant.name} is out of stock`
        : `Only ${variant.stock} of ${variant.name} left`;
  }
  const [first] = Object.values(errors);
  if (first) throw conflict('out_of_stock', first, { errors, extra: freshCart(lines) });
}

/** A 409 with the current cart: the shopper saw another total. */
export const amountChanged = (
  cart: PricedCart,
  message = 'Prices have changed. Please check your cart and pay again.',
): ShopError =>
  conflict('amount_changed', message, {
    extra: { ...freshCart(cart.lines), discounts: discountsOf(cart), amount: cart.amountPaise },
  });

/** The card pays another part than the shopper saw. */
export const cardChanged = (cart: PricedCart): ShopError =>
  amountChanged(cart, 'The balance of your gift card has changed. Please check the total and pay again.');

/** The discounts of a cart with their amounts, as shoppers see them. */
export const discountsOf = ({ discounts }: PricedCart): ShownDiscount[] =>
  discounts.map(({ discount: { title, code }, ...off }) => ({
    title,
    code,
    amount: toRupees(amountOf(off)),
    target: off.shippingPaise > 0 ? 'shipping' : 'products',
  }));

const freshCart = (lines: Units[]) => ({
  cart_items: lines.map(({ variant, quantity, unitPaise }) => ({
    product_id: variant.productId,
    variant_id: variant.id,
    name: variant.name,
    price: toRupees(unitPaise),
    quantity,
    countInStock: variant.stock,
  })),
});

import { minTotalPaise, type Reduce, sum } from '../rule.ts';

/** The delivery charge, once. */
export const reduceDelivery: Reduce = (_rule, _lines, cart) => {
  const leftPaise = sum(cart.left);
  const shippingPaise = leftPaise < minTotalPaise ? 0 : cart.shippingOf(leftPaise) - cart.freeShippingPaise;
  cart.freeShippingPaise += shippingPaise;
  return { shares: cart.goods.map(() => 0), shippingPaise };
};

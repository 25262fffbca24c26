import { leftOf, type Reduce, takeOff } from '../rule.ts';

/** An amount, as far as so much is left to pay. */
export const reduceByAmount: Reduce = ({ amountPaise }, lines, cart) =>
  takeOff(cart, leftOf(cart, lines), amountPaise ?? 0);

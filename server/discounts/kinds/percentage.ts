import { proportion } from '../../../shared/money.ts';
import { leftOf, type Reduce, sum, takeOff } from '../rule.ts';

/** A percentage of what is left to pay. */
export const reduceByPercentage: Reduce = ({ percentTenths }, lines, cart) => {
  const left = leftOf(cart, lines);
  return takeOff(cart, left, proportion(sum(left), percentTenths ?? 0, 1000));
};

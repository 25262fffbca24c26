import { proportion } from '../../shared/money.ts';
import { reduceByAmount } from './kinds/amount.ts';
import { mostOfDeal, reduceByDeal } from './kinds/buy-x-get-y.ts';
import { reduceToFixedPrice } from './kinds/fixed-price.ts';
import { reduceDelivery } from './kinds/free-shipping.ts';
import { reduceByPercentage } from './kinds/percentage.ts';
import {
  type GoodsLine,
  linesOf,
  type Reduce,
  type ReducedCart,
  type Reduction,
  type Rule,
  type ShippingOf,
  sum,
} from './rule.ts';

const isPercentage = ({ percentTenths }: Rule) => percentTenths !== null;
const isAmount = ({ amountPaise }: Rule) => amountPaise !== null;
const isOfOrder = ({ appliesTo }: Rule) => appliesTo === 'order';

/**
 * The kinds of discounts, from top to bottom in the order in which they are applied: each reduces what is left. Free
 * shipping is last, because the charge follows from what the products cost.
 */
const kinds: [kind: string, isKind: (rule: Rule) => boolean, reduce: Reduce][] = [
  ['fixed price', ({ fixedPricePaise }) => fixedPricePaise !== null, reduceToFixedPrice],
  ['buy X get Y', ({ getQuantity }) => getQuantity !== null, reduceByDeal],
  ['percentage of products', (rule) => isPercentage(rule) && !isOfOrder(rule), reduceByPercentage],
  ['amount off products', (rule) => isAmount(rule) && !isOfOrder(rule), reduceByAmount],
  ['percentage of the order', isPercentage, reduceByPercentage],
  ['amount off the order', isAmount, reduceByAmount],
  ['free shipping', ({ isFreeShipping }) => isFreeShipping, reduceDelivery],
];

const rankOf = (rule: Rule) => kinds.findIndex(([, isKind]) => isKind(rule));

/** A discount with what it takes off a cart. */
export type Applied<R extends Rule> = Reduction & { discount: R };

/** What a discount takes off in all, in paise. */
export const amountOf = ({ shares, shippingPaise }: Reduction): number => sum(shares) + shippingPaise;

/** What a cart can lack for a discount. */
export type Lack = 'products' | 'quantity' | 'total' | 'gets';

/** What a cart lacks for a discount; undefined if it lacks nothing. */
export function findLack(
  rule: Rule,
  goods: GoodsLine[],
  lines = linesOf(rule.appliesTo, rule.targetIds, goods),
): Lack | undefined {
  const counted = goods.filter((_, line) => lines.has(line));
  if (counted.length === 0) return 'products';
  if (sum(counted.map(({ quantity }) => quantity)) < rule.minQuantity) return 'quantity';
  if (sum(counted.map(({ subtotalPaise }) => subtotalPaise)) < rule.minSubtotalPaise) return 'total';
  const isDeal = rule.getQuantity !== null;
  return isDeal &&
    sum(
      mostOfDeal(
        rule,
        lines,
        fullCart(goods, () => 0),
      ),
    ) === 0
    ? 'gets'
    : undefined;
}

/** A discount with the indexes of the lines that it applies to. */
type Usable<R> = { rule: R; lines: Set<number> };

/**
 * The discounts with which a cart costs least, with its delivery charge: one of them, or all that can be combined
 * together; none if each of them makes delivery dearer than it saves. Of equal results that with a code, then that with
 * the lowest id; the order of `rules` and `goods` does not matter. The products still cost at least `minTotalPaise`.
 */
export function bestDiscounts<R extends Rule>(
  rules: R[],
  goods: GoodsLine[],
  shippingOf: ShippingOf = () => 0,
): Applied<R>[] {
  // So that the same lines get what is left of a division.
  const sorted = [...goods.entries()].sort(([, a], [, b]) =>
    a.variantId < b.variantId ? -1 : Number(a.variantId > b.variantId),
  );
  const best = bestOfSorted(
    rules,
    sorted.map(([, line]) => line),
    shippingOf,
  );
  return best.map(({ shares, ...applied }) => {
    const shareOf = new Map(sorted.map(([index], position) => [index, shares[position] ?? 0]));
    return { ...applied, shares: goods.map((_, index) => shareOf.get(index) ?? 0) };
  });
}

function bestOfSorted<R extends Rule>(rules: R[], goods: GoodsLine[], shippingOf: ShippingOf): Applied<R>[] {
  const usable = rules
    .map((rule): Usable<R> => ({ rule, lines: linesOf(rule.appliesTo, rule.targetIds, goods) }))
    .filter(({ rule, lines }) => findLack(rule, goods, lines) === undefined)
    .sort((a, b) => byCodeAndId(a.rule, b.rule));
  const combined = usable.filter(({ rule }) => rule.isCombinable);
  let best = applyAll<R>([], goods, shippingOf);
  for (const together of [...usable.map((alone) => [alone]), combined]) {
    const result = applyAll(together, goods, shippingOf);
    if (result.totalPaise < best.totalPaise) best = result;
  }
  return best.applied;
}

const byCodeAndId = (a: Rule, b: Rule) =>
  Number(a.code === null) - Number(b.code === null) || (a.id < b.id ? -1 : 1);

const fullCart = (goods: GoodsLine[], shippingOf: ShippingOf): ReducedCart => ({
  goods,
  left: goods.map(({ subtotalPaise }) => subtotalPaise),
  prices: goods.map(({ subtotalPaise, quantity }) => proportion(subtotalPaise, 1, quantity)),
  unused: goods.map(({ quantity }) => quantity),
  shippingOf,
  freeShippingPaise: 0,
});

/** What these discounts take off, and what the cart then costs with its delivery charge. */
function applyAll<R extends Rule>(
  together: Usable<R>[],
  goods: GoodsLine[],
  shippingOf: ShippingOf,
): { applied: Applied<R>[]; totalPaise: number } {
  const cart = fullCart(goods, shippingOf);
  const applied = together
    .toSorted((a, b) => rankOf(a.rule) - rankOf(b.rule))
    .flatMap(({ rule, lines }) => {
      const reduction = kinds[rankOf(rule)]?.[2](rule, lines, cart);
      return reduction && amountOf(reduction) > 0 ? [{ ...reduction, discount: rule }] : [];
    });
  const goodsPaise = sum(cart.left);
  return { applied, totalPaise: goodsPaise + shippingOf(goodsPaise) - cart.freeShippingPaise };
}

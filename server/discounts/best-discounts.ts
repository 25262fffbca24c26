import { apportion, proportion } from '../../shared/money.ts';
import { sum, unitsOfDeal } from './buy-x-get-y.ts';
import type { DiscountRow } from './queries.ts';

/** What the payment provider takes at least: a discount leaves ₹1 to pay. */
export const minTotalPaise = 100;

/** A line of a cart as discounts see it: the price of its units, and the groups that its product belongs to. */
export type GoodsLine = {
  variantId: string;
  productId: string;
  categoryId: string | null;
  quantity: number;
  subtotalPaise: number;
};

/** What decides by how much a discount reduces a cart. */
export type Rule = Pick<
  DiscountRow,
  | 'id'
  | 'code'
  | 'percentTenths'
  | 'amountPaise'
  | 'fixedPricePaise'
  | 'appliesTo'
  | 'targetIds'
  | 'minSubtotalPaise'
  | 'minQuantity'
  | 'getQuantity'
  | 'getAppliesTo'
  | 'getTargetIds'
  | 'maxPerOrder'
  | 'isCombinable'
  | 'isFreeShipping'
>;

/** A discount with what it takes off each line, and off the delivery charge, in paise. */
export type Applied<R extends Rule> = { discount: R; shares: number[]; shippingPaise: number };

/** What a discount takes off in all, in paise. */
export const amountOf = ({ shares, shippingPaise }: Omit<Applied<Rule>, 'discount'>): number =>
  sum(shares) + shippingPaise;

/** The delivery charge for what the products cost after discounts, in paise. */
export type ShippingOf = (reducedPaise: number) => number;

/** The indexes of the lines of these targets. */
function linesOf(appliesTo: Rule['appliesTo'], targetIds: string[], goods: GoodsLine[]): Set<number> {
  if (appliesTo === 'order') return new Set(goods.keys());
  const targets = new Set(targetIds);
  return new Set(
    goods.flatMap(({ productId, categoryId }, at) => {
      const target = appliesTo === 'products' ? productId : categoryId;
      return target !== null && targets.has(target) ? at : [];
    }),
  );
}

/** What a cart lacks for a discount; undefined if it lacks nothing. */
export function whatLacks(
  rule: Rule,
  goods: GoodsLine[],
  lines = linesOf(rule.appliesTo, rule.targetIds, goods),
): 'products' | 'quantity' | 'total' | 'gets' | undefined {
  const of = goods.filter((_, at) => lines.has(at));
  if (of.length === 0) return 'products';
  if (sum(of.map(({ quantity }) => quantity)) < rule.minQuantity) return 'quantity';
  if (sum(of.map(({ subtotalPaise }) => subtotalPaise)) < rule.minSubtotalPaise) return 'total';
  const isDeal = rule.getQuantity !== null;
  return isDeal && sum(baseOf(rule, lines, startOf(goods), goods)) === 0 ? 'gets' : undefined;
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
  const order = [...goods.entries()].sort(([, { variantId: one }], [, { variantId: other }]) =>
    one < other ? -1 : Number(one > other),
  );
  const sorted = order.map(([, line]) => line);
  return bestOfSorted(rules, sorted, shippingOf).map(({ shares, ...each }) => {
    const inPlace = new Map(order.map(([at], position) => [at, shares[position] ?? 0]));
    return { ...each, shares: goods.map((_, at) => inPlace.get(at) ?? 0) };
  });
}

function bestOfSorted<R extends Rule>(rules: R[], goods: GoodsLine[], shippingOf: ShippingOf): Applied<R>[] {
  const usable = rules
    .map((rule): Usable<R> => ({ rule, lines: linesOf(rule.appliesTo, rule.targetIds, goods) }))
    .filter(({ rule, lines }) => whatLacks(rule, goods, lines) === undefined)
    .sort((one, other) => byCodeAndId(one.rule, other.rule));
  const combined = usable.filter(({ rule }) => rule.isCombinable);
  let best = applyAll<R>([], goods, shippingOf);
  for (const together of [...usable.map((each) => [each]), combined]) {
    const result = applyAll(together, goods, shippingOf);
    if (result.totalPaise < best.totalPaise) best = result;
  }
  return best.applied;
}

const byCodeAndId = (one: Rule, other: Rule) =>
  Number(one.code === null) - Number(other.code === null) || (one.id < other.id ? -1 : 1);

/**
 * First fixed prices, then "buy X get Y", then those of products, then those of the order; of both percentages before
 * amounts. Each reduces what is left. Free shipping is last, because the charge follows from what the products cost.
 */
function rank({ appliesTo, percentTenths, fixedPricePaise, getQuantity, isFreeShipping }: Rule): number {
  if (isFreeShipping) return 6;
  if (fixedPricePaise !== null) return 0;
  if (getQuantity !== null) return 1;
  return 2 + Number(appliesTo === 'order') * 2 + Number(percentTenths === null);
}

/** By line: what is left to pay, what a unit costs, and the units that no "buy X get Y" has used. */
type State = { left: number[]; prices: number[]; unused: number[] };

const startOf = (goods: GoodsLine[]): State => ({
  left: goods.map(({ subtotalPaise }) => subtotalPaise),
  prices: goods.map(fullPriceOf),
  unused: goods.map(({ quantity }) => quantity),
});

const fullPriceOf = ({ subtotalPaise, quantity }: GoodsLine) => proportion(subtotalPaise, 1, quantity);

/** What these discounts take off, and what the cart then costs with its delivery charge. */
function applyAll<R extends Rule>(
  together: Usable<R>[],
  goods: GoodsLine[],
  shippingOf: ShippingOf,
): { applied: Applied<R>[]; totalPaise: number } {
  const state = startOf(goods);
  let freePaise = 0;
  const applied = together
    .toSorted((one, other) => rank(one.rule) - rank(other.rule))
    .flatMap(({ rule, lines }) => {
      const leftPaise = sum(state.left);
      if (rule.isFreeShipping) {
        const shippingPaise = leftPaise < minTotalPaise ? 0 : shippingOf(leftPaise) - freePaise;
        freePaise += shippingPaise;
        return shippingPaise > 0 ? [{ discount: rule, shares: goods.map(() => 0), shippingPaise }] : [];
      }
      const base = baseOf(rule, lines, state, goods);
      const whole = sum(base);
      // A fixed price takes off all that is above it.
      const wanted = rule.amountPaise ?? proportion(whole, rule.percentTenths ?? 1000, 1000);
      const amount = Math.max(0, Math.min(wanted, whole, leftPaise - minTotalPaise));
      const shares = apportion(amount, base);
      for (const [at, share] of shares.entries()) state.left[at] = (state.left[at] ?? 0) - share;
      return amount > 0 ? [{ discount: rule, shares, shippingPaise: 0 }] : [];
    });
  const goodsPaise = sum(state.left);
  return { applied, totalPaise: goodsPaise + shippingOf(goodsPaise) - freePaise };
}

/** What a discount can take off each line, in paise. Notes in the state what later discounts must know of it. */
function baseOf(rule: Rule, lines: Set<number>, state: State, goods: GoodsLine[]): number[] {
  const { left, prices, unused } = state;
  const { getQuantity, getAppliesTo, getTargetIds, fixedPricePaise } = rule;
  if (getQuantity !== null && getAppliesTo !== null) {
    const targets = linesOf(getAppliesTo, getTargetIds ?? [], goods);
    const units = goods.map((line, at) => ({
      count: unused[at] ?? 0,
      pricePaise: prices[at] ?? 0,
      fullPaise: fullPriceOf(line),
      isBought: lines.has(at),
      isGot: targets.has(at),
    }));
    const { got, bought } = unitsOfDeal({ ...rule, getQuantity }, units);
    for (const at of goods.keys()) unused[at] = (unused[at] ?? 0) - (got[at] ?? 0) - (bought[at] ?? 0);
    return goods.map((_, at) => Math.min(left[at] ?? 0, (got[at] ?? 0) * (prices[at] ?? 0)));
  }
  if (fixedPricePaise !== null)
    for (const at of lines) prices[at] = Math.min(prices[at] ?? 0, fixedPricePaise);
  return goods.map(({ quantity }, at) =>
    lines.has(at) ? Math.max(0, (left[at] ?? 0) - (fixedPricePaise ?? 0) * quantity) : 0,
  );
}

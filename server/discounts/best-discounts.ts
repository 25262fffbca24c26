import { apportion, proportion } from '../../shared/money.ts';
import type { DiscountRow } from './queries.ts';

/** What the payment provider takes at least: a discount leaves ₹1 to pay. */
export const minTotalPaise = 100;

/** A line of a cart as discounts see it: the price of its units, and the groups that its product belongs to. */
export type GoodsLine = {
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
  | 'appliesTo'
  | 'targetIds'
  | 'minSubtotalPaise'
  | 'minQuantity'
  | 'isCombinable'
>;

/** A discount with what it takes off each line, in paise. */
export type Applied<R extends Rule> = { discount: R; shares: number[] };

/** The indexes of the lines that a discount applies to. */
function linesOf({ appliesTo, targetIds }: Rule, goods: GoodsLine[]): number[] {
  if (appliesTo === 'order') return [...goods.keys()];
  const targets = new Set(targetIds);
  return goods.flatMap(({ productId, categoryId }, at) => {
    const target = appliesTo === 'products' ? productId : categoryId;
    return target !== null && targets.has(target) ? at : [];
  });
}

/** What a cart lacks for a discount; undefined if it lacks nothing. */
export function whatLacks(
  rule: Rule,
  goods: GoodsLine[],
  lines = linesOf(rule, goods),
): 'products' | 'quantity' | 'total' | undefined {
  const of = lines.flatMap((at) => goods[at] ?? []);
  if (of.length === 0) return 'products';
  if (sum(of.map(({ quantity }) => quantity)) < rule.minQuantity) return 'quantity';
  return sum(of.map(({ subtotalPaise }) => subtotalPaise)) < rule.minSubtotalPaise ? 'total' : undefined;
}

/** A discount with the indexes of the lines that it applies to. */
type Usable<R> = { rule: R; lines: number[] };

/**
 * The discounts that reduce a cart most: one of them, or all that can be combined together. Of equal results that with a
 * code, then that with the lowest id; the order of `rules` does not matter. The total stays at least `minTotalPaise`.
 */
export function bestDiscounts<R extends Rule>(rules: R[], goods: GoodsLine[]): Applied<R>[] {
  const usable = rules
    .map((rule): Usable<R> => ({ rule, lines: linesOf(rule, goods) }))
    .filter(({ rule, lines }) => whatLacks(rule, goods, lines) === undefined)
    .sort((one, other) => byCodeAndId(one.rule, other.rule));
  const combined = usable.filter(({ rule }) => rule.isCombinable);
  const alone = usable.filter(({ rule }) => !rule.isCombinable).map((each) => [each]);
  let best = { paise: 0, applied: [] as Applied<R>[] };
  for (const together of [...alone, combined]) {
    const applied = applyAll(together, goods);
    const paise = sum(applied.flatMap(({ shares }) => shares));
    if (paise > best.paise) best = { paise, applied };
  }
  return best.applied;
}

const byCodeAndId = (one: Rule, other: Rule) =>
  Number(one.code === null) - Number(other.code === null) || (one.id < other.id ? -1 : 1);

/** First those of products, then those of the order; of both percentages before amounts. Each reduces what is left. */
const rank = ({ appliesTo, percentTenths }: Rule) =>
  Number(appliesTo === 'order') * 2 + Number(percentTenths === null);

function applyAll<R extends Rule>(together: Usable<R>[], goods: GoodsLine[]): Applied<R>[] {
  const left = goods.map(({ subtotalPaise }) => subtotalPaise);
  return together
    .toSorted((one, other) => rank(one.rule) - rank(other.rule))
    .flatMap(({ rule, lines }) => {
      const weights = goods.map(() => 0);
      for (const at of lines) weights[at] = left[at] ?? 0;
      const shares = apportion(amountOf(rule, sum(weights), sum(left)), weights);
      for (const [at, share] of shares.entries()) left[at] = (left[at] ?? 0) - share;
      return sum(shares) > 0 ? [{ discount: rule, shares }] : [];
    });
}

/** By how much a discount reduces `basePaise`, of a cart of which `leftPaise` are left. */
function amountOf({ percentTenths, amountPaise }: Rule, basePaise: number, leftPaise: number): number {
  const wanted = percentTenths === null ? (amountPaise ?? 0) : proportion(basePaise, percentTenths, 1000);
  return Math.max(0, Math.min(wanted, basePaise, leftPaise - minTotalPaise));
}

const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);

import { proportion } from '../../../shared/money.ts';
import { linesOf, type Reduce, type ReducedCart, type Rule, sum, takeOff } from '../rule.ts';

/** A percentage off units that the customer gets for those that they buy. */
export const reduceByDeal: Reduce = (rule, lines, cart) => {
  const most = mostOfDeal(rule, lines, cart);
  return takeOff(cart, most, proportion(sum(most), rule.percentTenths ?? 0, 1000));
};

/** What a deal can take off each line, in paise. Its units are then used. */
export function mostOfDeal(rule: Rule, lines: Set<number>, cart: ReducedCart): number[] {
  const { goods, left, prices, unused } = cart;
  const targets = linesOf(rule.getAppliesTo ?? 'order', rule.getTargetIds ?? [], goods);
  const units = goods.map(({ subtotalPaise, quantity }, line) => ({
    count: unused[line] ?? 0,
    pricePaise: prices[line] ?? 0,
    fullPaise: proportion(subtotalPaise, 1, quantity),
    isBought: lines.has(line),
    isGot: targets.has(line),
  }));
  const { got, bought } = unitsOfDeal({ ...rule, getQuantity: rule.getQuantity ?? 0 }, units);
  cart.unused = unused.map((count, line) => count - (got[line] ?? 0) - (bought[line] ?? 0));
  return goods.map((_, line) => Math.min(left[line] ?? 0, (got[line] ?? 0) * (prices[line] ?? 0)));
}

/** What a customer buys, and how many units they then get reduced. */
export type BuyRule = {
  minQuantity: number;
  minSubtotalPaise: number;
  getQuantity: number;
  maxPerOrder: number | null;
};

/**
 * Units of a line that no other such discount has used. `pricePaise` is what a unit costs now, `fullPaise` before
 * discounts.
 */
export type Units = {
  count: number;
  pricePaise: number;
  fullPaise: number;
  isBought: boolean;
  isGot: boolean;
};

/**
 * How many units of each line a discount "buy X get Y" reduces, and how many it uses as bought. A unit is only one of
 * both. The cheapest units are reduced: for each `minQuantity` bought ones `getQuantity` or fewer, or once if the
 * customer buys for an amount. Nothing if the lines are too few.
 */
export function unitsOfDeal(rule: BuyRule, lines: Units[]): { got: number[]; bought: number[] } {
  const byAmount = rule.minQuantity === 0;
  const need = byAmount ? rule.minSubtotalPaise : rule.minQuantity;
  const weightOf = ({ fullPaise }: Units) => (byAmount ? fullPaise : 1);
  const canGet = (line: Units) => line.isGot && line.pricePaise > 0;
  const available = sum(lines.map((line) => (line.isBought ? line.count * weightOf(line) : 0)));
  const most = Math.min(
    sum(lines.map((line) => (canGet(line) ? line.count : 0))),
    byAmount
      ? rule.getQuantity
      : mostByQuantity(
          rule,
          available,
          sum(lines.map((line) => (line.isBought || canGet(line) ? line.count : 0))),
        ),
  );
  const due = need * (byAmount ? 1 : Math.ceil(most / rule.getQuantity));
  const got = lines.map(() => 0);
  const bought = lines.map(() => 0);
  if (most <= 0 || available < due) return { got, bought };

  const byPrice = [...lines.entries()].sort(([, a], [, b]) => a.pricePaise - b.pricePaise);
  // What the customer can get of what they could also buy.
  let spare = available - due;
  let left = most;
  for (const [index, line] of byPrice) {
    if (!canGet(line)) continue;
    const fitting = line.isBought ? Math.floor(spare / weightOf(line)) : line.count;
    const count = Math.min(line.count, left, fitting);
    got[index] = count;
    left -= count;
    if (line.isBought) spare -= count * weightOf(line);
  }
  if (left === most) return { got, bought };

  let toBuy = due;
  for (const [index, line] of byPrice.reverse()) {
    if (!line.isBought || toBuy <= 0) continue;
    const count = Math.min(line.count - (got[index] ?? 0), Math.ceil(toBuy / weightOf(line)));
    bought[index] = count;
    toBuy -= count * weightOf(line);
  }
  return { got, bought };
}

/** How many units can be got if `available` units can be bought, and `units` can be bought or got. */
function mostByQuantity(
  { minQuantity: buys, getQuantity: gets, maxPerOrder }: BuyRule,
  available: number,
  units: number,
): number {
  const times = Math.min(maxPerOrder ?? Number.POSITIVE_INFINITY, Math.floor(available / buys));
  const both = buys + gets;
  return Math.min(times * gets, Math.floor(units / both) * gets + Math.max(0, (units % both) - buys));
}

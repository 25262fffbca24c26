/** What a customer buys, and how many units she then gets reduced. */
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

  const order = [...lines.entries()].sort(([, one], [, other]) => one.pricePaise - other.pricePaise);
  // What the customer can get of what she could also buy.
  let spare = available - due;
  let left = most;
  for (const [at, line] of order) {
    if (!canGet(line)) continue;
    const fitting = line.isBought ? Math.floor(spare / weightOf(line)) : line.count;
    const count = Math.min(line.count, left, fitting);
    got[at] = count;
    left -= count;
    if (line.isBought) spare -= count * weightOf(line);
  }
  if (left === most) return { got, bought };

  let toBuy = due;
  for (const [at, line] of order.reverse()) {
    if (!line.isBought || toBuy <= 0) continue;
    const count = Math.min(line.count - (got[at] ?? 0), Math.ceil(toBuy / weightOf(line)));
    bought[at] = count;
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

export const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);

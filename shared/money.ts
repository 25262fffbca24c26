/** Money is integer paise inside and rupees with at most two decimals on the wire (contract §1). */

/** What the payment provider takes or refunds at least, in paise (razorpay §3). */
export const leastPaymentPaise = 100;

/** Converts rupees with at most two decimals, as the schemas ensure, to paise. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Converts paise to rupees, a number with at most two decimals for JSON. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/**
 * The selling price for a list price and a discount: list × (1 − discount/100), in paise, rounded half up (contract §2).
 * The discount is in tenths of a percent.
 */
export function sellingPrice(pricePaise: number, discountTenths: number): number {
  return Math.floor((pricePaise * (1000 - discountTenths) + 500) / 1000);
}

/**
 * The discount between two prices in paise, rounded to tenths of a percent, for display (contract §2). It is 100% only
 * if the selling price is zero.
 */
export function discountTenths(listPaise: number, sellingPaise: number): number {
  if (sellingPaise >= listPaise) return 0;
  const tenths = Math.round(((listPaise - sellingPaise) * 1000) / listPaise);
  return sellingPaise > 0 ? Math.min(tenths, 999) : tenths;
}

/**
 * The whole percent of a badge, rounded down (contract §2): the largest whole discount whose selling price is not
 * below the real one, so that rounding to a paisa does not lower it by a percent. 0 without a discount.
 */
export function wholePercentOff(listPaise: number, sellingPaise: number): number {
  if (sellingPaise >= listPaise) return 0;
  return Math.floor(((listPaise - sellingPaise) * 1000 + 500) / (listPaise * 10));
}

/** An amount of another currency in rupees, rounded half up to a paisa; one unit is worth `rupeesPerUnit`. */
export function inRupees(amount: number, rupeesPerUnit: number): number {
  return toRupees(toPaise(amount * rupeesPerUnit));
}

/** Converts a percentage with one decimal to integer tenths. */
export function toTenths(percent: number): number {
  return Math.round(percent * 10);
}

/** Converts tenths to a percentage. */
export function fromTenths(tenths: number): number {
  return tenths / 10;
}

/**
 * The tax in a tax-inclusive amount, in paise, rounded half up: amount × rate / (100 + rate) (CGST Rules, rule 35), or one
 * of `parts` equal parts of it, each rounded by itself. The rate is in tenths of a percent.
 */
export function taxWithin(amountPaise: number, gstTenths: number, parts = 1): number {
  const whole = (1000 + gstTenths) * parts;
  return Math.floor((2 * amountPaise * gstTenths + whole) / (2 * whole));
}

/** An amount in paise in whole rupees, rounded half up, as a courier collects it in cash. */
export function wholeRupees(paise: number): number {
  return Math.round(paise / 100) * 100;
}

/** `of` × part / whole, rounded half up; equals `of` for the whole. Divides amounts in paise in proportion. */
export function proportion(amount: number, part: number, whole: number): number {
  return whole === 0
    ? 0
    : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/**
 * The part of a tax in a part of an amount, in proportion, rounded half up, where `taxes` is the number of equal taxes
 * (2 for CGST and SGST). In a few paise both can be rounded up: no part has more tax than paise, nor leaves more.
 */
export function taxOfPart(taxPaise: number, partPaise: number, wholePaise: number, taxes: 1 | 2): number {
  const most = Math.floor(partPaise / taxes);
  const least = taxPaise - Math.floor((wholePaise - partPaise) / taxes);
  return Math.min(Math.max(proportion(taxPaise, partPaise, wholePaise), least), most);
}

/**
 * Splits an amount by weights into whole paise whose sum is exact: the shares with the largest fractions get the
 * remainder of rounding. An amount that is not more than the sum of the weights gives no share more than its weight.
 */
export function apportion(amount: number, weights: number[]): number[] {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at: index, whole: Number(product / total), rest: product % total };
  });
  let left = amount - shares.reduce((all, { whole }) => all + whole, 0);
  for (const share of shares.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.at - b.at))) {
    if (left-- <= 0) break;
    share.whole++;
  }
  return shares.map(({ whole }) => whole);
}

/**
 * Prices of units in paise that add up to an amount. If it does not divide evenly, some units cost a paisa more than the
 * others.
 */
export function unitPrices(amountPaise: number, units: number): { units: number; pricePaise: number }[] {
  const pricePaise = Math.floor(amountPaise / units);
  const dearer = amountPaise - pricePaise * units;
  return [
    { units: units - dearer, pricePaise },
    { units: dearer, pricePaise: pricePaise + 1 },
  ].filter((part) => part.units > 0);
}

const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** An amount in rupees with two decimals and nothing else, as other programs read it: `1499.00`. */
export function plainRupees(amount: number): string {
  return amount.toFixed(2);
}

/** Formats rupees as `₹1,29,900.00`: prices, cart, checkout (spec §9) and invoices. */
export function rupees(amount: number): string {
  return withSign(amount, exact);
}

/**
 * Formats rupees as `₹1,29,900`, or `₹1,610.18` with paise: order pages, mails about orders and the back office
 * (spec §9).
 */
export function shortRupees(amount: number): string {
  return withSign(amount, Number.isInteger(amount) ? whole : exact);
}

/** Formats rupees approximately, as `₹1.3L`, for the axis of a chart. */
export function compactRupees(amount: number): string {
  return withSign(amount, compact);
}

function withSign(amount: number, format: Intl.NumberFormat): string {
  return `${amount < 0 ? '−' : ''}₹${format.format(Math.abs(amount))}`;
}

/**
 * What is left of a selling price after GST and cost, in paise, and its part of the price without GST in tenths of a
 * percent. `sellingPaise` has GST of the rate, `costPaise` has not. Null if the price is 0.
 */
export function marginOf(
  sellingPaise: number,
  costPaise: number,
  gstTenths: number,
): { paise: number; tenths: number } | null {
  if (sellingPaise <= 0) return null;
  const net = (sellingPaise * 1000) / (1000 + gstTenths);
  return { paise: Math.round(net - costPaise), tenths: Math.round(((net - costPaise) * 1000) / net) };
}

/** Money is integer paise inside and rupees with at most two decimals on the wire (contract §1). */

/** Rupees from the wire, as paise. Takes at most two decimals; the schemas refuse more. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Paise as rupees for the wire: a JSON number with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/**
 * Rupees as people type them: `1299`, `1,299.50`, `₹1,29,900` or `Rs. 499`. Undefined for anything else, such as more
 * than two decimals.
 */
export function parseRupees(text: string): number | undefined {
  const [, figures] =
    /^(?:₹|rs\.?|inr)?\s*((?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d{1,2})?)$/i.exec(text.trim()) ?? [];
  return figures === undefined ? undefined : Number(figures.replaceAll(',', ''));
}

/**
 * The selling price in paise that a discount makes of a list price: list × (1 − discount/100), half up to a paisa
 * (contract §2). Takes the discount in tenths of a percent.
 */
export function sellingPrice(pricePaise: number, discountTenths: number): number {
  return Math.floor((pricePaise * (1000 - discountTenths) + 500) / 1000);
}

/**
 * The discount between two prices in paise, in tenths of a percent, rounded to the nearest tenth (contract §2). It is
 * for display: 100% only where nothing is left to pay.
 */
export function discountTenths(listPaise: number, sellingPaise: number): number {
  if (sellingPaise >= listPaise) return 0;
  const tenths = Math.round(((listPaise - sellingPaise) * 1000) / listPaise);
  return sellingPaise > 0 ? Math.min(tenths, 999) : tenths;
}

/**
 * The whole percent of a badge, rounded down (contract §2): the largest whole discount whose selling price is not
 * below the real one, so that rounding to a paisa does not take a percent away. 0 where the price is not reduced.
 */
export function wholePercentOff(listPaise: number, sellingPaise: number): number {
  if (sellingPaise >= listPaise) return 0;
  return Math.floor(((listPaise - sellingPaise) * 1000 + 500) / (listPaise * 10));
}

/** An amount of another currency in rupees, rounded half up to a paisa; one unit is worth `rupeesPerUnit`. */
export function inRupees(amount: number, rupeesPerUnit: number): number {
  return toRupees(toPaise(amount * rupeesPerUnit));
}

/** A percent of the wire (one decimal) as integer tenths. */
export function toTenths(percent: number): number {
  return Math.round(percent * 10);
}

/** Tenths as the percent of the wire. */
export function fromTenths(tenths: number): number {
  return tenths / 10;
}

/**
 * The tax inside a tax-inclusive amount, in paise, half up: amount × rate / (100 + rate).
 * Takes the rate in tenths of a percent (CGST Rules, rule 35).
 */
export function taxWithin(amountPaise: number, gstTenths: number): number {
  const whole = 1000 + gstTenths;
  return Math.floor((2 * amountPaise * gstTenths + whole) / (2 * whole));
}

/** `of` × part / whole, half up; exact for the whole. For paise that are divided by quantity or in proportion. */
export function proportion(of: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((2n * BigInt(of) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** `₹1,29,900.00` from rupees: prices, the cart and checkout (spec §9), and the columns of invoices. */
export function rupees(amount: number): string {
  return withSign(amount, exact);
}

/**
 * `₹1,29,900`, or `₹1,610.18` where there are paise, from rupees: order pages, mails about orders and the back
 * office (spec §9).
 */
export function shortRupees(amount: number): string {
  return withSign(amount, Number.isInteger(amount) ? whole : exact);
}

/** `₹1.3L` from rupees: the axis of a chart, where no amount has to be exact. */
export function compactRupees(amount: number): string {
  return withSign(amount, compact);
}

function withSign(amount: number, format: Intl.NumberFormat): string {
  return `${amount < 0 ? '−' : ''}₹${format.format(Math.abs(amount))}`;
}

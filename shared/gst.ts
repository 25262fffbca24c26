import { rupees, toRupees } from './money.ts';

/**
 * Rates that the law sets by the price of a piece or pair. Rates in tenths of a percent, the limit in paise before GST.
 */
type PriceRule = {
  from: string;
  hsn: RegExp;
  limitPaise: number;
  lowTenths: number;
  highTenths: number;
};

/**
 * Apparel (HSN 61, 62), made-up textiles (63 without bags of plastic strips, worn clothing and rags) and footwear (64
 * without parts), since 22 September 2025 (Notification 9/2025-CT(Rate), india §1.5). The newest rule of a code comes
 * first.
 */
const priceRules: PriceRule[] = [
  {
    from: '2025-09-22T00:00:00+05:30',
    hsn: /^(61|62|63(?!0532|0533|09|10)|64(?!06))/,
    limitPaise: 250_000,
    lowTenths: 50,
    highTenths: 180,
  },
];

/** What a product is taxed by: its HSN code, and the rate that the merchant has entered, in tenths of a percent. */
type Taxed = { hsn: string | null; gstTenths: number };

/** The rule by which the price of a unit decides the rate; undefined if the merchant's rate counts. */
export const gstPriceRule = (hsn: string | null, time: Date): PriceRule | undefined =>
  priceRules.find((rule) => Date.parse(rule.from) <= time.getTime() && hsn !== null && rule.hsn.test(hsn));

/** The rules that apply at a time. */
export const gstPriceRulesAt = (time: Date): PriceRule[] =>
  priceRules.filter(({ from }) => Date.parse(from) <= time.getTime());

/** A regular expression, also of PostgreSQL, of the codes whose rate the price of a unit decides. */
export const gstPriceCodes = (time: Date): string =>
  gstPriceRulesAt(time)
    .map(({ hsn }) => hsn.source)
    .join('|');

/**
 * The GST rate of a line in tenths of a percent, by HSN code, value of a unit and date. `paise` is the price of all
 * units after discounts, tax included; delivery does not count. If no rate fits the price, it is the higher one
 * (decision 164).
 */
export function gstTenthsOf(
  { hsn, gstTenths }: Taxed,
  { paise, quantity }: { paise: number; quantity: number },
  time: Date,
): number {
  const rule = gstPriceRule(hsn, time);
  if (!rule) return gstTenths;
  return isUpToLimit(rule, paise, quantity, rule.lowTenths) ? rule.lowTenths : rule.highTenths;
}

/** The same for the value of one unit before tax, in paise. */
export function gstTenthsOfValue({ hsn, gstTenths }: Taxed, valuePaise: number, time: Date): number {
  const rule = gstPriceRule(hsn, time);
  if (!rule) return gstTenths;
  return valuePaise <= rule.limitPaise ? rule.lowTenths : rule.highTenths;
}

/** Whether a unit costs at most the limit before tax, if the price has tax of this rate. */
const isUpToLimit = ({ limitPaise }: PriceRule, paise: number, quantity: number, tenths: number): boolean =>
  paise * 1000 <= limitPaise * quantity * (1000 + tenths);

/**
 * Why no GST rate fits the price of a unit, tax included: with the lower rate its value is above the limit, with the
 * higher one it is not. Undefined if a rate fits.
 */
export function gstGap(hsn: string | null, paise: number, time: Date): string | undefined {
  const rule = gstPriceRule(hsn, time);
  if (!rule) return undefined;
  const { limitPaise, lowTenths, highTenths } = rule;
  if (isUpToLimit(rule, paise, 1, lowTenths) || !isUpToLimit(rule, paise, 1, highTenths)) return undefined;
  const withTax = (tenths: number) => rupees(toRupees((limitPaise * (1000 + tenths)) / 1000));
  return `No GST rate fits this price: ${lowTenths / 10}% is for at most ${withTax(lowTenths)}, ${highTenths / 10}% for more than ${withTax(highTenths)}`;
}

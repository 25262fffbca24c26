import { gstPriceRule } from '../gst.ts';
import { hsnPattern } from '../identifiers.ts';
import { fromTenths } from '../money.ts';

/** A GST rate in tenths of a percent, 2.5 for 0.25%, from and until a time, if the list knows one. */
type GstRate = { tenths: number; from?: string; until?: string };

/**
 * The GST rates of goods with their dates, in the time of India (india §1.5). A change of the law is a change of this
 * list: what products have stored stays, and is reported.
 */
const gstRates: GstRate[] = [
  { tenths: 0 },
  { tenths: 2.5 },
  { tenths: 15 },
  { tenths: 30 },
  { tenths: 50 },
  { tenths: 120, until: '2025-09-22T00:00:00+05:30' },
  { tenths: 180 },
  // Left for tobacco alone since 22 September 2025.
  { tenths: 280, until: '2026-02-01T00:00:00+05:30' },
  { tenths: 400, from: '2025-09-22T00:00:00+05:30' },
];

/** The rates in force at a time, in tenths of a percent, from the lowest on. */
export function gstRatesAt(date: Date): number[] {
  const hasCome = (time: string) => Date.parse(time) <= date.getTime();
  return gstRates
    .filter(({ from, until }) => (!from || hasCome(from)) && !(until && hasCome(until)))
    .map(({ tenths }) => tenths);
}

/** Converts a percentage with at most two decimals to tenths, which may have one: 0.25% is 2.5. */
export const toGstTenths = (percent: number): number => Math.round(percent * 100) / 10;

/** The rate of a product for which none was entered, in tenths of a percent. */
export const defaultGstTenths = 180;

/** What an invoice with GST takes from a product; `gstRate` in percent. */
type Taxed = { hsn: string | null; gstRate: number | null; isGiftCard?: boolean | undefined };

/**
 * Why a seller with a GSTIN can't sell a product, by field; empty if nothing is missing. It needs an HSN code of 4, 6 or
 * 8 digits and a rate that is in force; without a rate one whose rate the law sets by its price. A gift card needs neither.
 */
export function gstProblems(
  { hsn, gstRate, isGiftCard }: Taxed,
  time: Date,
): { hsn?: string; gstRate?: string } {
  if (isGiftCard) return {};
  const hasHsn = hsn !== null && hsnPattern.test(hsn);
  const ofRate = gstRate === null ? missingRate(hsn, time) : gstRateProblem(gstRate, time);
  return {
    ...(!hasHsn && { hsn: 'HSN code is required to sell with GST' }),
    ...(ofRate && { gstRate: ofRate }),
  };
}

const missingRate = (hsn: string | null, time: Date) =>
  gstPriceRule(hsn, time) ? undefined : 'GST rate is required to sell with GST';

/** Why a percentage is no GST rate at this time; undefined if it is one. */
export function gstRateProblem(percent: number, time: Date): string | undefined {
  const rates = gstRatesAt(time);
  if (rates.includes(toGstTenths(percent))) return undefined;
  const texts = rates.map((tenths) => `${fromTenths(tenths)}%`);
  return `${percent}% is not a GST rate now. Choose ${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

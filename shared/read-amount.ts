import { asciiDigits } from './text/digits.ts';

/**
 * Reads a number, 0 or more, as people and spreadsheets write it: digits of any Indian script, separators of thousands
 * (`1,29,900`, `1 200`), and a decimal point or comma (`1299,50`, `1.299,50`). Undefined for anything else.
 */
export function readNumber(text: string): number | undefined {
  const digits = asciiDigits(text).trim();
  if (/^\d+(?:\.\d*)?$/.test(digits)) return Number(digits);
  if (/^[1-9]\d{0,2}(?:[,\s]\d{2,3})*[,\s]\d{3}(?:\.\d+)?$/.test(digits))
    return Number(digits.replace(/[,\s]/g, ''));
  if (/^(?:\d+|[1-9]\d{0,2}(?:[.\s]\d{3})+),(?:\d{1,2}|\d{4,})$/.test(digits))
    return Number(digits.replace(/[.\s]/g, '').replace(',', '.'));
  return undefined;
}

const sign = '[₹₨]|rs\\.?|inr|rupees?|रुपये|रुपए|रु\\.?';
const signBefore = new RegExp(`^(?:${sign})`, 'i');
const signAfter = new RegExp(`(?:${sign}|/[-=])$`, 'i');

/** Whether an amount has a sign of the rupee, such as `₹499`, `499 Rs` or `499/-`. */
export const isInRupees = (text: string): boolean => signBefore.test(text) || signAfter.test(text);

/**
 * Reads an amount of rupees with any number of decimals, with or without a sign of the rupee. `1.299` is ₹1,299 for some
 * and ₹1.30 for others, so it is no amount unless `withFractions` of a paisa are expected.
 */
export function readAmount(text: string, withFractions = false): number | undefined {
  const number = asciiDigits(text.trim().replace(signBefore, '').replace(signAfter, '')).trim();
  return !withFractions && /^[1-9]\d{0,2}\.\d{3}$/.test(number) ? undefined : readNumber(number);
}

/**
 * Parses an amount of rupees and paise such as `1299`, `1,299.50`, `₹1,29,900` or `499 Rs`. Undefined for anything else,
 * such as a fraction of a paisa.
 */
export function parseRupees(text: string): number | undefined {
  const amount = readAmount(text);
  return amount !== undefined && isPaise(amount) ? amount : undefined;
}
const isPaise = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

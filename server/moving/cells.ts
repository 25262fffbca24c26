import { addressLimits } from '../../shared/contact/address-rules.ts';
import {
  emailPattern,
  mobilePattern,
  normaliseEmail,
  normaliseMobile,
} from '../../shared/contact/contact-rules.ts';
import { readIndianState } from '../../shared/contact/indian-states.ts';
import { pinPattern } from '../../shared/contact/pin-code.ts';
import { maxTags, tagName } from '../../shared/contract/accounts/notes-and-tags.ts';
import type { FormerPlace } from '../../shared/contract/moves.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { parseRupees } from '../../shared/read-amount.ts';
import { compactText } from '../../shared/text/plain-text.ts';
import { readDate } from '../csv/dates.ts';
import type { Row } from '../csv/table.ts';
import type { CustomerRecord } from './records.ts';

/** The longest text of a cell that is stored. */
const maxText = 2000;

/**
 * The first of these columns that has a value, without the apostrophe or the formula with which exports protect numbers.
 */
export function cellOf({ get }: Row, ...columns: string[]): string {
  const found = columns.map(get).find(Boolean) ?? '';
  return found
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[\d+(=])/, '')
    .slice(0, maxText)
    .trim();
}

/** A hundred crore rupees: sums of amounts up to it are exact. */
const maxPaise = 100_000_000_000;

/** An amount of a cell in paise; 0 for an empty one, undefined for one that can't be read or is too large. */
export function paiseOf(cell: string): number | undefined {
  if (!cell) return 0;
  const isNegative = /^[-−]/.test(cell);
  const amount = parseRupees(cell.replace(/^[-−]\s*/, '').replace(/(\.\d\d)0+$/, '$1'));
  if (amount === undefined || amount > toRupees(maxPaise)) return undefined;
  return toPaise(isNegative ? -amount : amount);
}

/** The moment of a cell in ISO 8601; undefined if it can't be read. */
export const momentOf = (cell: string): string | undefined => readDate(cell)?.at.toISOString();

/** The day in India of a moment: `2026-11-24`. */
export const isoDayInIndia = (moment: Date): string => minuteInIndia(moment).slice(0, 10);

/** An e-mail address in lower case; empty if the cell has none. */
export function emailOf(cell: string): string {
  const email = normaliseEmail(cell).toLowerCase();
  return email.length <= 254 && emailPattern.test(email) ? email : '';
}

/** An Indian mobile number in ten digits; empty if the cell has none. */
export function mobileOf(cell: string): string {
  const mobile = normaliseMobile(cell);
  return mobilePattern.test(mobile) ? mobile : '';
}

/** Texts in one line, without the empty ones. */
export const joined = (parts: string[], separator = ' '): string =>
  parts
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(separator);

/** An address that can be used for delivery here; undefined if it can't. */
export function addressOf(given: FormerPlace): CustomerRecord['address'] | undefined {
  const state = readIndianState(given.state)?.name;
  const postalCode = compactText(given.postalCode);
  const isIndian = /^(in|ind|india|भारत|)$/i.test(given.country);
  if (!isIndian || !state || !pinPattern.test(postalCode) || !given.address || !given.city) return undefined;
  return {
    name: given.name.slice(0, addressLimits.name),
    address: joined([given.company === given.name ? '' : given.company, given.address], ', ').slice(
      0,
      addressLimits.address,
    ),
    city: given.city.slice(0, addressLimits.city),
    state,
    postalCode,
  };
}

/** The tags of a cell, as many as a customer can have. */
export const tagsOf = (cell: string): string[] =>
  [
    ...new Set(
      cell.split(',').flatMap((text) => {
        const tag = tagName.safeParse(text.slice(0, 200));
        return tag.success ? tag.data : [];
      }),
    ),
  ].slice(0, maxTags);

import { pinPattern } from './contact/pin-code.ts';
import { hasCheckDigit } from './products/barcode.ts';
import { asciiDigits } from './text/digits.ts';

/** What a cell of a file identifies; the words for it in messages. */
export type Identifier =
  | 'SKU'
  | 'barcode'
  | 'product ID'
  | 'HSN code'
  | 'tracking number'
  | 'PIN code'
  | 'FSSAI licence'
  | 'order number';

/** A cell as it was read, empty if it is empty, or why it can't be read. */
type ReadCell = { value: string; problem?: undefined } | { value?: undefined; problem: string };

/**
 * Reads the identifier in a cell, or pasted, from which a spreadsheet may have taken characters. A long number that it
 * has shortened is never a value. The quote or formula that protects a cell and the `.0` of a number are removed; zeros
 * in front are restored where the length of the identifier is fixed.
 */
export function readIdentifier(cell: string, kind: Identifier): ReadCell {
  const text = asciiDigits(cell.replace(/(?![\u200c\u200d])\p{Cf}/gu, '').replace(/\s+/g, ' ')).trim();
  const bare = withoutProtection(text);
  const isNot = `“${shown(cell)}” is not ${forms[kind]?.what ?? `a ${kind}`}`;
  if (isShortened(bare)) return { problem: `${isNot}: a spreadsheet has shortened the number` };
  const isExact = kind === 'SKU' && bare !== text;
  const value = isExact ? bare : withoutFormat(bare, kind);
  const found = value && forms[kind] ? forms[kind].read(value) : value;
  return found === undefined ? { problem: isNot } : { value: found };
}

type Form = { what: string; read: (text: string) => string | undefined };

/** The identifiers whose form is fixed. */
const forms: Partial<Record<Identifier, Form>> = {
  'HSN code': { what: 'an HSN code of 4, 6 or 8 digits', read: readHsn },
  'PIN code': { what: 'a PIN code', read: (text) => matching(pinPattern, text.replace(/[ -]/g, '')) },
  barcode: { what: 'a barcode', read: readBarcode },
  'FSSAI licence': {
    what: 'an FSSAI licence of 14 digits',
    read: (text) => matching(/^\d{14}$/, text.replaceAll(' ', '')),
  },
  'order number': {
    what: 'an order number',
    read: (text) =>
      matching(/^[\dA-F]{6}$/, text.replace(/^# ?/, '').toUpperCase().replace(/^\d+$/, withZeros)),
  },
};

const withZeros = (digits: string) => digits.padStart(6, '0');
const matching = (pattern: RegExp, text: string) => (pattern.test(text) ? text : undefined);
const shown = (cell: string) => cell.trim().slice(0, 40);

/** The text of a cell without the quote, or the formula `="…"`, that keeps a spreadsheet from changing it. */
const withoutProtection = (text: string) => text.replace(/^= ?"(.*)"$/, '$1').replace(/^['’] ?/, '');

/** Whether this is scientific notation as spreadsheets write it, such as `1.43449E+13`; `12E456` is not. */
export const isScientific = (text: string): boolean =>
  /^[+-]?\d{1,3}[.,]\d+ ?E ?[+-]?\d{1,3}$/i.test(text) || /^[+-]?\dE[+-]\d{2,3}$/i.test(text);

/** Whether a number has lost digits: with zeros after the 15 digits that spreadsheets can store, or with an exponent. */
const isShortened = (text: string) => isScientific(text) || /^[1-9]\d{14}0+(?:[.,]0+)?$/.test(text);

/** A number without its decimal zeros and, except for a SKU, without the separators of thousands. */
function withoutFormat(text: string, kind: Identifier): string {
  const number = kind === 'SKU' ? text : text.replace(/^\d{1,3}(?:,\d{2,3})+(?=\.0+$|$)/, withoutCommas);
  return number.replace(/^(\d+)[.,]0+$/, '$1');
}
const withoutCommas = (number: string) => number.replaceAll(',', '');

/** The length of HSN codes (CGST Rules, rule 46; Notification 78/2020): chapter, heading, subheading and tariff item. */
export const hsnPattern = /^(?:\d{4}|\d{6}|\d{8})$/;

/** How many headings the chapters 1 to 9 have, whose codes begin with 0 (Customs Tariff Act, first schedule). */
const headings = [6, 10, 9, 10, 11, 4, 14, 14, 10];

/** An HSN code, also as `6109.10.00`. A code that lost its zero gets it back, if there is such a heading. */
function readHsn(text: string): string | undefined {
  const digits = text.replaceAll(' ', '').replace(/^(\d{3,4})\.(\d\d)(?:\.?(\d\d))?$/, '$1$2$3');
  const isOdd = /^(?:\d{3}|\d{5}|\d{7})$/.test(digits);
  const [chapter, heading] = [Number(digits[0]), Number(digits.slice(1, 3))];
  const isHeading = heading > 0 && heading <= (headings[chapter - 1] ?? 0);
  return matching(hsnPattern, isOdd && isHeading ? `0${digits}` : digits);
}

/** A UPC that lost its zero gets it back, if its check digit is right then. */
function readBarcode(text: string): string {
  return text.length === 11 && hasCheckDigit(`0${text}`) ? `0${text}` : text;
}

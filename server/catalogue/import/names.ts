import { singleLine } from '../../../shared/contract/text-fields.ts';
import { isDateOfSpreadsheet } from '../../../shared/spreadsheets.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { textOf } from '../../html-text.ts';

/** A name as it is compared: the same for names that differ in capitals, spaces and invisible characters only. */
export const nameKey = (name: string): string => oneLine(name.normalize('NFC')).toLowerCase();

/** The slug for an address that a file states, if it has one, and a name; another one if the address can't be a slug. */
export function slugFor(address: string | undefined, name: string): string {
  const slug = slugify(address ?? '');
  // A spreadsheet has made a date of another address.
  const isDate = slug !== address && isDateOfSpreadsheet(address ?? '');
  return (isDate ? '' : slug) || slugify(name) || 'product';
}

/** A name or value as text in one line; WooCommerce writes them as HTML, and some of its plugins escape them again. */
export function plainLine(html: string): string {
  const text = oneLine(/[<&\\]/.test(html) ? textOf(html) : html);
  return /&(?:#\w+|[a-z]\w+);/i.test(text) ? oneLine(textOf(text)) : text;
}

/** A text in one line, with single spaces between its words. */
export const oneLine = (text: string) => singleLine(text.replace(/\s+/g, ' '));

/** The maximum length of the value of an option. */
const maxValue = 60;
const charactersAtEnd = 19;

/** The value of an option as a product can have it: of a longer one, the start and the end, where others may differ. */
export const shortValue = (value: string): string =>
  value.length > maxValue
    ? [value.slice(0, maxValue - 1 - charactersAtEnd).trimEnd(), value.slice(-charactersAtEnd).trimStart()]
        .join('…')
        .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    : value;

/** Distinct texts in the order of their first appearance. */
export const distinct = (values: string[]): string[] => [...new Set(values.filter(Boolean))];

/** The same for texts that are one if they differ in capitals only, in their first notation. */
export function distinctWords(values: string[]): string[] {
  const first = new Map<string, string>();
  for (const value of values)
    if (value && !first.has(value.toLowerCase())) first.set(value.toLowerCase(), value);
  return [...first.values()];
}

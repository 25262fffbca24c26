/** The names of months as spreadsheets shorten them. */
export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const between = '[-/ .,]{0,2}';
const monthFirst = new RegExp(`^${month}${between}\\d{1,4}$`, 'i');
const dayFirst = new RegExp(`^\\d{1,4}${between}${month}(?:${between}\\d{1,4})?$`, 'i');
/** A number that loses digits or gets an exponent: `0902`, `1.50`, `12E456` or 12 digits and more. */
const number = /^(?:0\d+|\d+\.\d*0|\d{12,}|\d+(?:\.\d*)?E[+-]?\d+)$/i;
const shortDate = /^(\d{1,4})[-/](\d{1,4})(?:[-/]\d{1,4})?$/;
/** Dates in this order are meant as dates. */
const isoDate = /^\d{4}-\d\d-\d\d$/;

/** Whether a spreadsheet stores this text of a CSV file as another one: `0902`, `8901234567890`, `10-12`, `May 5`. */
export function isChangedBySpreadsheets(text: string): boolean {
  if (number.test(text) || monthFirst.test(text) || dayFirst.test(text)) return true;
  const [, ...parts] = shortDate.exec(text) ?? [];
  return !isoDate.test(text) && parts.some((part) => Number(part) >= 1 && Number(part) <= 12);
}

const shownDate = new RegExp(`^(?:\\d{1,2}-${month}(?:-\\d{2,4})?|${month}-\\d{2,4})$`, 'i');
const fullDate = /^(?:\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{4}-\d\d-\d\d)$/;

/** Whether a spreadsheet writes this for a text that it took for a date: `10-Dec` for `10-12`, `Nov-26` for `2026-11`. */
export const isDateOfSpreadsheet = (text: string): boolean => shownDate.test(text) || fullDate.test(text);

const part = new RegExp(`\\d+|${months.join('|')}`, 'g');
const numbersIn = (text: string) =>
  (text.toLowerCase().match(part) ?? []).map((found) => months.indexOf(found) + 1 || Number(found) % 100);

/** Whether a spreadsheet can have made this date of a text, because it has its numbers, and perhaps a year. */
export function isDateOf(date: string, text: string): boolean {
  if (!isDateOfSpreadsheet(date) || !isChangedBySpreadsheets(text)) return false;
  const left = numbersIn(date);
  return numbersIn(text).every((number) => {
    const index = left.indexOf(number);
    left.splice(index, 1);
    return index >= 0;
  });
}

/** Whether a spreadsheet that did not save UTF-8 has written this, with question marks in place of letters, for a text. */
export const isWithoutLetters = (cell: string, text: string): boolean =>
  cell.length === text.length &&
  cell.includes('?') &&
  Array.from({ length: cell.length }).every(
    (_, index) => cell[index] === text[index] || (cell[index] === '?' && text.charCodeAt(index) > 0xff),
  );

/** Whether question marks are all that such a spreadsheet has left of the letters of a text. */
export const isLost = (text: string): boolean => text.includes('??') && !/\p{L}/u.test(text);

/** Words of yes and no in the languages of spreadsheets and of the former shops. */
const words = {
  yes: new Set('yes y true t 1 1.0 on x ✓ ✔ ja j oui o si sí s sim wahr vrai haan ha हाँ हां सही'.split(' ')),
  no: new Set('no n false f 0 0.0 off - – ✗ nein non não nahin nahi na नहीं falsch faux'.split(' ')),
};

/** Whether a cell says yes; an empty one says no. Undefined if it says neither. */
export function readYesNo(cell: string): boolean | undefined {
  const word = cell.normalize('NFKC').trim().toLowerCase();
  if (words.yes.has(word)) return true;
  return word === '' || words.no.has(word) ? false : undefined;
}

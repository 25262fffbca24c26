import { isChangedBySpreadsheets } from './spreadsheets.ts';

/**
 * A line of CSV for spreadsheets. A quote precedes text that they would run as a formula, also with a full-width sign
 * (threats T-INJ-07), and text that they would store as a number or a date (contract §2.8).
 */
export function csvLine(cells: (string | number)[]): string {
  return lineOf(cells, (text) => formula.test(text) || isChangedBySpreadsheets(text.replace(/^'+/, '')));
}

/** A line of CSV for other programs, which take cells as they are, without formulas. */
export function uploadLine(cells: (string | number)[]): string {
  return lineOf(cells, (text) => formula.test(text));
}

/** What a spreadsheet would run. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** The text of a cell of an exported file, without the quote that precedes it. */
export const fromCsvCell = (cell: string): string => {
  const text = cell.slice(1);
  const isQuoted = formula.test(text) || isChangedBySpreadsheets(text.replace(/^'+/, ''));
  return cell.startsWith("'") && isQuoted ? text : cell;
};

function lineOf(cells: (string | number)[], needsQuote: (text: string) => boolean): string {
  const texts = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = needsQuote(cell) ? `'${cell}` : cell;
    return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${texts.join(',')}\r\n`;
}

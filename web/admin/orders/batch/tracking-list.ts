import { readIdentifier } from '../../../../shared/identifiers.ts';
import { asciiDigits } from '../../../../shared/text/digits.ts';

/** Tracking numbers by the id or the number of their order, and the lines that could not be read. */
type TrackingList = { numbers: Record<string, string>; unread: string[] };

const orderNumber = /^#?[0-9a-f]{6}$/i;
/** A tracking number of India Post in the groups in which it is printed: `EI 123 456 789 IN`. */
const postNumber = /\b([A-Z]{2}) (\d{3}) ?(\d{3}) ?(\d{3}) ?(IN)\b/gi;

/**
 * Reads pasted tracking numbers, or a CSV file. A line with the number of an order, such as `8B87E1 EI123456789IN`, is
 * for that order. Lines with a tracking number alone are for the orders of `inOrder`, one after the other. A first line
 * without digits names the columns; without it, the first cell with a digit is the tracking number, which must be the
 * only one if spaces separate the cells. A number that a spreadsheet has shortened is not taken.
 */
export function readTrackingNumbers(text: string, inOrder: readonly string[]): TrackingList {
  const lines = asciiDigits(text)
    .split(/\r?\n/)
    .map((line) => line.trim().replace(postNumber, '$1$2$3$4$5'))
    .filter(Boolean);
  const header = lines[0] && !/\d/.test(lines[0]) ? cellsOf(lines.shift() ?? '') : [];
  const orderColumn = header.findIndex((name) => /order/i.test(name));
  const numberColumn = header.findIndex((name) => /track|awb|waybill|consignment|article/i.test(name));
  const rows = lines.map((line) => ({ line, cells: cellsOf(line) }));
  const isList = orderColumn < 0 && rows.every(({ cells }) => cells.filter(Boolean).length === 1);

  const list: TrackingList = { numbers: {}, unread: [] };
  for (const [index, { line, cells }] of rows.entries()) {
    const filled = cells.filter((cell) => /\d/.test(cell));
    const order = orderColumn < 0 ? cells.find((cell) => orderNumber.test(cell)) : cells[orderColumn];
    const id = isList ? inOrder[index] : readIdentifier(order ?? '', 'order number').value;
    const numbers = filled.filter((cell) => isList || cell !== order);
    const [first, another] = numbers;
    const only = another !== undefined && separatorOf(line) === ' ' ? undefined : first;
    const given = numberColumn < 0 ? only : cells[numberColumn];
    const number = readIdentifier(given ?? '', 'tracking number').value;
    if (id && number && !(id in list.numbers)) list.numbers[id] = number;
    else list.unread.push(line);
  }
  return list;
}

const separatorOf = (line: string) => ['\t', ';', ','].find((separator) => line.includes(separator)) ?? ' ';

/** The cells of a line, separated by tabs, semicolons, commas or else spaces. A cell in quotes may contain them. */
function cellsOf(line: string): string[] {
  const separator = separatorOf(line);
  if (separator === ' ') return line.split(/\s+/).map(unquoted);
  const cells = line.match(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(${separator}|$)`, 'g')) ?? [];
  return cells.map((cell) => unquoted(cell.endsWith(separator) ? cell.slice(0, -1) : cell));
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .replace(/^'/, '')
    .trim();

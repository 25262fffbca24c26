/**
 * A line of CSV. Text that a spreadsheet would run as a formula, also with a
 * full-width sign, is prefixed with a quote (threats T-INJ-07).
 */
export function csvLine(cells: (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What a spreadsheet would run. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** The text of a cell of an exported file, without the quote that keeps spreadsheets from running it. */
export const fromCsvCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

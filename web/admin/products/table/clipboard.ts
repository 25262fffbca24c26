/**
 * The rows of a block as Excel, LibreOffice and Google Sheets copy it: cells separated by tabs, and those with tabs,
 * line breaks or quotes in quotes. The line break at the end is no row.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  let row: string[] = [];
  while (cell.lastIndex < text.length || row.length > 0) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\t') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The same the other way round. */
export const writeBlock = (rows: string[][]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\r\n');

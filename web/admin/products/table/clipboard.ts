/**
 * The rows of a block as Excel, LibreOffice and Google Sheets copy it: cells separated by tabs, and those with tabs,
 * line breaks or quotes in quotes. The line break at the end is no row. A CSV file has another separator.
 */
export function readBlock(text: string, separator: '\t' | ',' | ';' = '\t'): string[][] {
  const rows: string[][] = [];
  const [ends, within] = [`${separator}|\\r\\n|\\r|\\n|$`, `${separator}\\r\\n`];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"(?=[${within}]|$)|([^${within}]*))(${ends})`, 'gy');
  let row: string[] = [];
  while (cell.lastIndex < text.length || row.length > 0) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
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

import type { ImportJob } from './contract/catalogue/catalogue-jobs.ts';
import { csvLine } from './csv.ts';

/** The failures and notes of an import and what its products lack, as CSV in the order of the file. */
export function importReport({
  failures,
  notes,
  missing,
}: Pick<ImportJob, 'failures' | 'notes' | 'missing'>): string {
  const lines = [
    ...failures.map((failure) => ({ ...failure, kind: 'Not imported' })),
    ...notes.map((note) => ({ ...note, kind: 'Left out or changed' })),
    ...missing.map((product) => ({ ...product, kind: 'Missing', message: product.missing.join(', ') })),
  ].toSorted((a, b) => a.line - b.line);
  const rows = lines.map(({ line, name, kind, message }) => csvLine([line, name, kind, message]));
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\ufeff${csvLine(['Line', 'Product', 'Kind', 'Details'])}${rows.join('')}`;
}

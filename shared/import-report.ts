import type { ImportJob } from './contract/catalogue-jobs.ts';
import { csvLine } from './csv.ts';

/** What an import can't do or leaves out, and what its products lack, as CSV in the order of its file. */
export function importReport({
  failures,
  notes,
  missing,
}: Pick<ImportJob, 'failures' | 'notes' | 'missing'>): string {
  const lines = [
    ...failures.map((each) => ({ ...each, kind: 'Not imported' })),
    ...notes.map((each) => ({ ...each, kind: 'Left out or changed' })),
    ...missing.map((each) => ({ ...each, kind: 'Missing', message: each.missing.join(', ') })),
  ].toSorted((a, b) => a.line - b.line);
  const rows = lines.map(({ line, name, kind, message }) => csvLine([line, name, kind, message]));
  // With the mark that makes spreadsheets read it as UTF-8.
  return `\ufeff${csvLine(['Line', 'Product', 'Kind', 'Details'])}${rows.join('')}`;
}

import { readTable } from '../csv/table.ts';

/** A line of a file with redirects. */
export type RedirectLine = { line: number; from: string; to: string; isPattern: boolean };

/** The columns of the exports of Shopify and of the WordPress plugin Redirection, and those of a file of ours. */
const formats = [
  { from: 'Redirect from', to: 'Redirect to' },
  { from: 'source', to: 'target' },
  { from: 'From', to: 'To' },
];

/** The redirects of a CSV file. 400 with the reason if it can't be read. */
export function readRedirectFile(bytes: Uint8Array): RedirectLine[] {
  const { format, rows } = readTable(bytes, (has) => formats.find(({ from, to }) => has(from) && has(to)), {
    kind: 'a file with redirects',
    columns: 'it needs “Redirect from” and “Redirect to”, “source” and “target”, or “From” and “To”',
  });
  return rows.map(({ line, get }) => ({
    line,
    from: get(format.from),
    to: get(format.to),
    isPattern: get('regex') === '1',
  }));
}

import { redirectOf } from '../content/content.ts';
import type { Row } from '../csv/table.ts';
import { cellOf } from './cells.ts';
import { leftOut, type ReadRecord } from './records.ts';

/** A redirect of a Shopify export; left out with the reason if there can be none like it here. */
export function readRedirect(row: Row, origin: string): ReadRecord {
  const [from, to] = [cellOf(row, 'Redirect from'), cellOf(row, 'Redirect to')];
  const found = redirectOf(from, to, origin);
  if ('reason' in found) {
    const isElsewhere = /^https?:/i.test(to) && URL.canParse(to) && new URL(to).origin !== origin;
    return leftOut(
      row.line,
      from,
      isElsewhere ? `It leads to another site, ${to.slice(0, 100)}` : found.reason,
    );
  }
  return { line: row.line, key: found.from, label: found.from, data: found, reason: '' };
}

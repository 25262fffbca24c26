import { expect, it } from 'vitest';
import { realSeriesOf } from './series.ts';

it.each([
  ['HT', ['HT', 'CN', 'GC', 'GCN']],
  ['GC', ['GC', 'CN', 'GV', 'GVN']],
  // Prefixes from before these were series of credit notes: invoices are not numbered with them.
  ['CN', ['INV', 'CN', 'GC', 'GCN']],
  ['GCN', ['INV', 'CN', 'GC', 'GCN']],
  ['GVN', ['INV', 'CN', 'GC', 'GCN']],
])('with the prefix %s no series has invoices and credit notes', (prefix, series) => {
  expect(realSeriesOf(prefix)).toEqual(series);
});

import { readIdentifier } from '../../../shared/identifiers.ts';
import { toPaise } from '../../../shared/money.ts';
import { readAmount } from '../../../shared/read-amount.ts';
import { readTable } from '../../csv/table.ts';

const maxRows = 250_000;
const maxPaise = 1e11;

/** A row that is wrong. */
export type Problem = { line: number; reason: string };

/**
 * The prices of a CSV file with the columns SKU and Price: JSON of `{ line, sku, paise }`, in paise, null for an empty
 * cell. As text, because it goes to the database from the worker thread as it is. 400 if the file can't be read.
 */
export function readPrices(bytes: Uint8Array): { json: string; problems: Problem[] } {
  const { rows } = readTable(bytes, (has) => (has('sku') && has('price')) || undefined, {
    kind: 'a file with prices',
    columns: 'it needs “SKU” and “Price”',
    maxRows,
  });
  const problems: Problem[] = [];
  const prices = rows.map(({ line, get }) => {
    const { value: sku = '', problem } = readIdentifier(get('sku'), 'SKU');
    const price = get('price');
    const paise = price === '' ? null : toPaise(readAmount(price) ?? 0);
    if (problem) problems.push({ line, reason: problem });
    else if (!sku) problems.push({ line, reason: 'The SKU is missing' });
    else if (paise !== null && (paise < 1 || paise > maxPaise))
      problems.push({
        line,
        reason: `${sku.slice(0, 40)}: “${price.slice(0, 40)}” is not a price in rupees`,
      });
    return { line, sku, paise };
  });
  return { json: JSON.stringify(prices), problems };
}

import { parseCsv } from '../../../shared/csv.ts';
import { badField } from '../../errors.ts';
import type { BadRow, ImportItem, Row } from './item.ts';
import { readOwn } from './own.ts';
import { readShopify } from './shopify.ts';
import { readWooCommerce } from './woocommerce.ts';

export type ReadFile = { format: 'haat' | 'shopify' | 'woocommerce'; items: ImportItem[]; bad: BadRow[] };

/** At most so many rows at once; a larger file is sent in parts. */
const mostRows = 20_000;

/** The products of a CSV file, told apart by its columns. 400 for a file of none of the known kinds. */
export function readProducts(text: string): ReadFile {
  const [head, ...lines] = parseCsv(text);
  const columns = new Map(head?.cells.map((name, i) => [name.trim(), i]));
  const rows: Row[] = lines.map(({ line, cells }) => ({
    line,
    get: (column) => cells[columns.get(column) ?? -1]?.replaceAll('\0', '').trim() ?? '',
  }));
  if (rows.length > mostRows)
    throw badField('file', `At most ${mostRows.toLocaleString('en-IN')} rows at once`);
  const has = (...names: string[]) => names.every((name) => columns.has(name));
  if (has('Handle', 'Title', 'Variant Price'))
    return { format: 'shopify', items: readShopify(rows), bad: [] };
  if (has('Type', 'Name', 'Regular price', 'Parent'))
    return { format: 'woocommerce', ...readWooCommerce(rows) };
  if (has('Slug', 'Name', 'Price')) return { format: 'haat', items: readOwn(rows), bad: [] };
  throw badField('file', 'This is no product file of Haat, Shopify or WooCommerce');
}

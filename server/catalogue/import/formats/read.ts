import { createHash } from 'node:crypto';
import type { Encoding } from '../../../csv/file-text.ts';
import { readTable } from '../../../csv/table.ts';
import { badField } from '../../../errors.ts';
import type { BadRow, ReadItem, ReadOptions } from '../item.ts';
import { readOwn } from './own.ts';
import { isShopify, readShopify } from './shopify.ts';
import { isWooCommerce, readWooCommerce } from './woocommerce.ts';

type Format = 'haat' | 'shopify' | 'woocommerce';

export type ReadFile = {
  /** Identifies a file that is imported again. */
  hash: string;
  format: Format;
  encoding: Encoding;
  separator: string;
  /** Columns that have values and are not imported. */
  unread: string[];
  items: ReadItem[];
  bad: BadRow[];
};

const maxProducts = 20_000;
/** Files have a row for each variant and each picture. */
const maxRows = 100_000;

/** The products of a CSV file, whose format is detected by its columns. 400 with the reason if it can't be read. */
export function readProducts(bytes: Uint8Array, options: ReadOptions): ReadFile {
  const { rows, unusedColumns, ...file } = readTable(bytes, formatOf, {
    kind: 'a product file of Haat, Shopify or WooCommerce',
    columns: 'a file of ours needs “Slug”, or “Name” and “Price”',
    maxRows,
  });
  const read = {
    haat: () => ({ items: readOwn(rows), bad: [] }),
    shopify: () => ({ items: readShopify(rows, options), bad: [] }),
    woocommerce: () => readWooCommerce(rows, options),
  }[file.format]();
  if (read.items.length > maxProducts)
    throw badField('file', 'At most 20,000 products at once. Export them in parts.');
  const items = options.asDraft
    ? read.items.map((item) => ({ ...item, newStatus: 'draft' as const }))
    : read.items;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { hash, ...file, items, bad: read.bad, unread: unusedColumns() };
}

function formatOf(has: (column: string) => boolean): Format | undefined {
  if (isShopify(has)) return 'shopify';
  if (isWooCommerce(has)) return 'woocommerce';
  return has('Slug') || (has('Name') && has('Price')) ? 'haat' : undefined;
}

import type { Product, ProductQuery } from '../../../shared/contract/catalogue.ts';
import { csvLine } from '../../../shared/csv.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { listNext } from './export-queries.ts';
import { presentProduct } from './present.ts';

const atOnce = 200;

/** Stays as it is while `Stock` is edited: an import moves the stock by the difference, whatever was sold since. */
export const stockWhenExported = 'Stock when exported';

const columns = [
  ...['Slug', 'Name', 'Description', 'Status', 'Category', 'Subcategory', 'Brand', 'Product type'],
  ...['HSN', 'GST rate', 'Featured', 'Top deal', 'Trending'],
  ...['Option 1', 'Value 1', 'Option 2', 'Value 2', 'Option 3', 'Value 3'],
  ...['SKU', 'Price', 'Selling price', 'Discount', 'Stock', stockWhenExported, 'Variant picture', 'Pictures'],
];

/** The products that match as CSV, one line a variant, a piece at a time: as many as there are. Prices in rupees. */
export async function* exportProducts(
  { db }: Pick<Deps, 'db'>,
  admin: Admin,
  query: Omit<ProductQuery, 'page' | 'limit'>,
): AsyncGenerator<string> {
  const note = { action: 'product.export', subject: '', detail: { filter: query } };
  await transaction(db, (trx) => recordAudit(trx, admin, note));
  // With the mark that makes spreadsheets read it as UTF-8.
  yield `\ufeff${csvLine(columns)}`;
  let after: string | undefined;
  for (;;) {
    const rows = await listNext(db, query, after, atOnce);
    if (rows.length === 0) return;
    after = rows.at(-1)?.id;
    yield rows.map((row) => linesOf(presentProduct(row))).join('');
  }
}

function linesOf(product: Product): string {
  const { name, slug, description, status, category, subcategory, brand, productType, hsn } = product;
  const flags = [product.isFeatured, product.isTopDeal, product.isTrending].map((on) => (on ? 'yes' : ''));
  const groups = [category, subcategory, brand, productType].map((group) => group?.name ?? '');
  const pictures = [product.image, ...product.images].filter(Boolean).join(' ');
  return product.variants
    .map((variant) => {
      const options = [0, 1, 2].flatMap((i) => [product.options[i]?.name ?? '', variant.values[i] ?? '']);
      return csvLine([
        ...[slug, name, description, status, ...groups, hsn ?? '', product.gstRate],
        ...[...flags, ...options, variant.sku, variant.price],
        ...[variant.finalPrice, variant.discount],
        ...[variant.countInStock, variant.countInStock, variant.image ?? '', pictures],
      ]);
    })
    .join('');
}

import { setImmediate } from 'node:timers/promises';
import type { Product, ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import { csvLine } from '../../../shared/csv.ts';
import { minuteInIndia } from '../../../shared/orders/order-date.ts';
import { declarationFields, declarationNames } from '../../../shared/products/declarations.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { listAttributes } from '../attributes/attributes.ts';
import { attributeColumn, stockWhenExported, valueSeparator } from '../export-columns.ts';
import { listMatchingIds } from './list-queries.ts';
import { presentProduct } from './present.ts';
import { listProductsByIds } from './queries.ts';
import { regularOf } from './variant-price.ts';

const pageSize = 200;

const columns = [
  'Slug',
  'Name',
  'Description',
  'Status',
  'Category',
  'Subcategory',
  'Brand',
  'Product type',
  'HSN',
  'GST rate',
  'Gift card',
  'Featured',
  'Top deal',
  'Trending',
  'Tags',
  ...declarationNames.map((name) => declarationFields[name].label),
  'Option 1',
  'Value 1',
  'Option 2',
  'Value 2',
  'Option 3',
  'Value 3',
  'SEO title',
  'SEO description',
  'Publish on',
  'Alt texts',
  'Barcode',
  'Cost price',
  'Sale price',
  'Sale from',
  'Sale until',
  'Net quantity',
  'SKU',
  'Price',
  'Selling price',
  'Discount',
  'Stock',
  stockWhenExported,
  'Shelf code',
  'Weight (g)',
  'Variant picture',
  'Pictures',
];

/** A moment by the clock of India, in a notation that spreadsheets keep as it is. */
const momentOf = (iso: string | null | undefined) =>
  iso ? minuteInIndia(new Date(iso)).replace(' ', 'T') : '';

/** Yields all products that match as CSV, one line per variant, product by product. Prices in rupees. */
export async function* exportProducts(
  { db }: Pick<Deps, 'db'>,
  admin: Admin,
  query: Omit<ProductQuery, 'page' | 'limit'>,
): AsyncGenerator<string> {
  const entry = { action: 'product.export', subject: '', detail: { filter: query } };
  await transaction(db, (trx) => recordAudit(trx, admin, entry));
  // Spreadsheets recognise UTF-8 by the byte order mark.
  const attributes = (await listAttributes(db)).map(({ name }) => name);
  const header = `\ufeff${csvLine([...columns, ...attributes.map((name) => attributeColumn + name)])}`;
  let after: string | undefined;
  for (;;) {
    const ids = await listMatchingIds(db, query, { after, limit: pageSize });
    if (!after) yield header;
    if (ids.length === 0) return;
    after = ids.at(-1);
    const rows = (await listProductsByIds(db, ids, 'admin')).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const row of rows) {
      yield linesOf(presentProduct(row), attributes);
      // Other requests are served between products.
      await setImmediate();
    }
  }
}

function linesOf(product: Product, attributes: string[]): string {
  const { name, slug, description, status, category, subcategory, brand, productType, hsn } = product;
  const { isGiftCard, isFeatured, isTopDeal, isTrending } = product;
  const flags = [isGiftCard, isFeatured, isTopDeal, isTrending].map((on) => (on ? 'yes' : ''));
  const groups = [category, subcategory, brand, productType].map((group) => group?.name ?? '');
  const values = attributes.map(
    (name) =>
      product.attributes?.find((attribute) => attribute.name === name)?.values.join(valueSeparator) ?? '',
  );
  const { declarations = {} } = product;
  const pictures = [product.image, ...product.images].filter((path) => path !== null);
  const { imageAlts = {} } = product;
  const alts = pictures.map((path) => (imageAlts[path] ?? '').replaceAll('|', ' '));
  return product.variants
    .map((variant) => {
      const options = [0, 1, 2].flatMap((i) => [product.options[i]?.name ?? '', variant.values[i] ?? '']);
      return csvLine([
        slug,
        name,
        description,
        status,
        ...groups,
        hsn ?? '',
        product.gstRate ?? '',
        ...flags,
        product.tags.join(', '),
        ...declarationNames.map((declarationName) => declarations[declarationName] ?? ''),
        ...options,
        product.seoTitle ?? '',
        product.seoDescription ?? '',
        momentOf(product.publishAt),
        alts.some(Boolean) ? alts.join(valueSeparator) : '',
        variant.barcode ?? '',
        variant.cost ?? '',
        variant.salePrice ?? '',
        momentOf(variant.saleFrom),
        momentOf(variant.saleUntil),
        variant.netQuantity ?? '',
        variant.sku,
        variant.price,
        regularOf(variant).finalPrice,
        regularOf(variant).discount,
        variant.countInStock,
        variant.countInStock,
        variant.shelfCode ?? '',
        variant.weightGrams ?? '',
        variant.image ?? '',
        pictures.join(' '),
        ...values,
      ]);
    })
    .join('');
}

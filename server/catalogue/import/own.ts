import { slugify } from '../../../shared/slug.ts';
import { stockWhenExported } from '../export.ts';
import { distinct, type ImportItem, type Row } from './item.ts';

/** Our own columns (export.ts): one row a variant, rows of one slug make a product. */
export function readOwn(rows: Row[]): ImportItem[] {
  const bySlug = Map.groupBy(rows, (row) => row.get('Slug') || slugify(row.get('Name')));
  return [...bySlug].map(([slug, group]) => {
    const first = group[0] as Row;
    const cell = (column: string) => unquoted(first.get(column));
    const status = cell('Status').toLowerCase() as ImportItem['status'];
    const options = [1, 2, 3].flatMap((n) => {
      const name = cell(`Option ${n}`);
      return name ? [{ name, values: distinct(group.map((row) => unquoted(row.get(`Value ${n}`)))) }] : [];
    });
    return {
      ...{ line: first.line, slug, name: cell('Name'), description: cell('Description') },
      ...(status && { status }),
      isFeatured: yes(cell('Featured')),
      isTopDeal: yes(cell('Top deal')),
      isTrending: yes(cell('Trending')),
      discount: cell('Discount') || 0,
      ...(cell('HSN') && { hsn: cell('HSN') }),
      ...(cell('GST rate') && { gstRate: cell('GST rate') }),
      category: cell('Category'),
      subcategory: cell('Subcategory'),
      brand: cell('Brand'),
      productType: cell('Product type'),
      options,
      variants: group.map((row) => ({
        values: options.map((_, i) => unquoted(row.get(`Value ${i + 1}`))),
        sku: unquoted(row.get('SKU')),
        price: row.get('Price'),
        countInStock: row.get('Stock') || 0,
        ...(row.get(stockWhenExported) && { countInStockBefore: row.get(stockWhenExported) }),
        ...(row.get('Variant picture') && { picture: row.get('Variant picture') }),
      })),
      pictures: picturesIn(cell('Pictures')),
      notes: [],
      keepsStock: true,
    };
  });
}

/** Paths, addresses and file names, with spaces, commas or the like between them; a file name may hold spaces. */
const picturesIn = (cell: string) =>
  cell
    .split(/[|;\n]|(?<=\.(?:jpe?g|png|webp|avif|gif))[\s,]+|,?\s+(?=https?:|uploads\/)/i)
    .map((each) => each.trim())
    .filter(Boolean);

/** A cell without the quote that keeps spreadsheets from running it. */
const unquoted = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim();
const yes = (cell: string) => /^(yes|true|1)$/i.test(cell);

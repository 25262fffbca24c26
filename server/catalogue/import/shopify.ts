import { textOf } from '../../../shared/html.ts';
import { distinct, type ImportItem, type Row, reducedPrices } from './item.ts';

/** A Shopify export: rows of one handle make a product; those without a price only bring further pictures. */
export function readShopify(rows: Row[]): ImportItem[] {
  const byHandle = Map.groupBy(rows, (row) => row.get('Handle'));
  return [...byHandle].map(([slug, group]) => {
    const first = group.find((row) => row.get('Title')) ?? (group[0] as Row);
    const sold = group.filter((row) => row.get('Variant Price'));
    const options = optionsOf(first, sold);
    const { prices, discount } = reducedPrices(
      sold.map((row) => ({ selling: row.get('Variant Price'), before: row.get('Variant Compare At Price') })),
    );
    const shown = group
      .filter((row) => row.get('Image Src'))
      .toSorted((a, b) => Number(a.get('Image Position')) - Number(b.get('Image Position')));
    return {
      ...{ line: first.line, slug, name: first.get('Title'), description: textOf(first.get('Body (HTML)')) },
      ...{ status: statusOf(first), discount, brand: first.get('Vendor'), productType: first.get('Type') },
      options,
      variants: sold.map((row, i) => ({
        values: options.map((_, o) => row.get(`Option${o + 1} Value`)),
        sku: row.get('Variant SKU').replace(/^'/, ''),
        price: prices[i] ?? '',
        countInStock: Math.max(0, Number.parseInt(row.get('Variant Inventory Qty'), 10) || 0),
        ...(row.get('Variant Image') && { picture: row.get('Variant Image') }),
      })),
      pictures: distinct([
        ...shown.map((row) => row.get('Image Src')),
        ...group.map((row) => row.get('Variant Image')),
      ]),
      notes: [],
      keepsStock: false,
    };
  });
}

/** A product without options has one called Title with the value Default Title. */
function optionsOf(first: Row, sold: Row[]): ImportItem['options'] {
  const names = [1, 2, 3].map((n) => first.get(`Option${n} Name`)).filter(Boolean);
  if (names[0] === 'Title' && sold.length <= 1) return [];
  return names.map((name, i) => ({
    name,
    values: distinct(sold.map((row) => row.get(`Option${i + 1} Value`))),
  }));
}

function statusOf(row: Row): 'active' | 'draft' | 'archived' {
  const status = row.get('Status').toLowerCase();
  if (status === 'active' || status === 'draft' || status === 'archived') return status;
  return row.get('Published').toLowerCase() === 'false' ? 'draft' : 'active';
}

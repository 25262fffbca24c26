import { maxCombinations } from '../../../../shared/contract/catalogue/catalogue-admin.ts';

/** An option as it is entered, its values separated by commas; a value that contains one is in quotes. */
export type DraftOption = { name: string; values: string };

/**
 * The input for one variant: a product without options, or one combination. `price` is the list price (MRP); an empty
 * `finalPrice` means that the selling price equals it, and an empty `lowStockAt` the shop's threshold for low stock.
 */
export const emptyOffer = {
  price: '',
  finalPrice: '',
  sku: '',
  countInStock: '',
  lowStockAt: '',
  netQuantity: '',
  weightGrams: '',
  shelfCode: '',
  barcode: '',
  cost: '',
  /** The price of a scheduled sale, and its times as fields for a local time have them. */
  salePrice: '',
  saleFrom: '',
  saleUntil: '',
};
export type DraftOffer = typeof emptyOffer;

/** One combination of values; combinations that are not offered do not appear in the shop. */
export type DraftVariant = DraftOffer & {
  values: string[];
  /** A stored path, or '' for the product's own picture. */
  image: string;
  offered: boolean;
};

export const keyOf = (values: string[]) => JSON.stringify(values);

/** Every combination of the values of the options that have some, in their order; each value once. */
export function allCombinations(options: DraftOption[]): string[][] {
  const lists = options.map(valuesOf).filter((values) => values.length > 0);
  if (lists.length === 0) return [];
  return lists.reduce<string[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

/**
 * The variants for the current options. A row keeps its input when a value is renamed and when an option is added or
 * removed; the first combination of a new option inherits it. Other new rows get the prices of the first row.
 * `single` is the input for the product before it had options; `origin` gives, for each option, its previous index.
 */
export function combined(
  options: DraftOption[],
  before: { options: DraftOption[]; variants: DraftVariant[] },
  single: DraftOffer,
  origin: (number | undefined)[] = options.map((_, i) => i),
): DraftVariant[] {
  const columns = options.flatMap((option, i) => {
    const values = valuesOf(option);
    return values.length > 0 ? [{ values, earlier: earlierColumn(before.options, origin[i], values) }] : [];
  });
  const fallback = { values: [], image: '', offered: true, ...single };
  const prices = before.variants[0] ?? fallback;
  return allCombinations(options)
    .slice(0, maxCombinations)
    .map((values) => {
      const first = columns.every(({ earlier, values: all }, i) => earlier || values[i] === all[0]);
      const same = (row: DraftVariant) =>
        columns.every(
          ({ earlier }, i) => !earlier || row.values[earlier.column] === earlier.nameOf(values[i]),
        );
      const row = before.variants.length > 0 ? before.variants.find(same) : first ? fallback : undefined;
      if (row && first) return { ...row, values };
      const { price, finalPrice } = row ?? prices;
      return { ...fallback, price, finalPrice, sku: '', barcode: '', countInStock: '', values };
    });
}

/** The previous index of an option in the rows, and the previous name of each value; undefined for a new option. */
function earlierColumn(before: DraftOption[], index: number | undefined, values: string[]) {
  const lists = before.map(valuesOf);
  const list = index === undefined ? undefined : lists[index];
  if (index === undefined || !list || list.length === 0) return undefined;
  const renamed = list.length === values.length ? list : [];
  return {
    column: lists.slice(0, index).filter((list) => list.length > 0).length,
    nameOf(value = '') {
      if (list.includes(value)) return value;
      const old = renamed[values.indexOf(value)];
      return old !== undefined && !values.includes(old) ? old : undefined;
    },
  };
}

/** The values of an option, each once. */
export function valuesOf({ values }: DraftOption): string[] {
  const seen = new Set<string>();
  return Array.from(values.matchAll(value), ([plain, quoted]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim(),
  ).filter((value) => {
    const key = value.toLowerCase();
    if (!value || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A value in quotes up to the next comma, with its own quotes doubled, or all up to the next comma. */
const value = /(?<=^|,)\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g;

/** What `valuesOf` reads as these values. */
export const writeValues = (values: string[]) =>
  values.map((value) => (/^"|,/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ');

import {
  allCombinations,
  type DraftOption,
  type DraftVariant,
  emptyOffer,
  keyOf,
  valuesOf,
  writeValues,
} from './combinations.ts';
import type { Draft } from './draft.ts';

/** A field that two admins changed to different values. The values are absent if they are not readable. */
export type Conflict = { label: string; saved?: string; local?: string };

type Side = 'local' | 'saved';
/** A value when it was loaded, as entered here, and as another admin saved it. */
type Versions<T> = { base: T | undefined } & Record<Side, T>;

const productLabels = [
  ['name', 'Name'],
  ['slug', 'Address in links'],
  ['description', 'Description'],
  ['price', 'List price'],
  ['finalPrice', 'Selling price'],
  ['sku', 'SKU'],
  ['lowStockAt', 'Low stock at'],
  ['netQuantity', 'Net quantity'],
  ['weightGrams', 'Weight'],
  ['shelfCode', 'Shelf code'],
  ['barcode', 'Barcode'],
  ['cost', 'Cost price'],
  ['salePrice', 'Sale price'],
  ['saleFrom', 'Start of the sale'],
  ['saleUntil', 'End of the sale'],
  ['seoTitle', 'SEO title'],
  ['seoDescription', 'SEO description'],
  ['publishAt', 'Publish on'],
  ['imageAlts', 'Alt texts'],
  ['declarations', 'Product information'],
  ['status', 'Status'],
  ['isFeatured', 'Featured'],
  ['isTopDeal', 'Top deal'],
  ['isTrending', 'Trending'],
  ['isGiftCard', 'Gift card'],
  ['brand', 'Brand'],
  ['productType', 'Product type'],
  ['hsn', 'HSN code'],
  ['gstRate', 'GST rate'],
  ['pictures', 'Pictures'],
  ['video', 'Video'],
  ['turnImages', 'Pictures from all sides'],
  ['tags', 'Tags'],
  ['attributes', 'Attributes'],
] as const;
const variantLabels = [
  ['price', 'List price'],
  ['finalPrice', 'Selling price'],
  ['sku', 'SKU'],
  ['lowStockAt', 'Low stock at'],
  ['netQuantity', 'Net quantity'],
  ['weightGrams', 'Weight'],
  ['shelfCode', 'Shelf code'],
  ['barcode', 'Barcode'],
  ['cost', 'Cost price'],
  ['salePrice', 'Sale price'],
  ['saleFrom', 'Start of the sale'],
  ['saleUntil', 'End of the sale'],
  ['image', 'Picture'],
  ['offered', 'Whether to offer'],
] as const;

/**
 * Merges this form's input with what another admin saved since `base` was loaded: a field that one side changed gets
 * that value, and stock changes by both differences. Fields that both changed get the value of `winner` and are listed.
 */
export function mergeDrafts(
  { base, local, saved }: Record<'base' | Side, Draft>,
  winner: Side,
): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  function pick<T>(label: string, versions: Versions<T>): T {
    const side = changedSide(versions);
    if (!side) conflicts.push({ label, ...readable(versions) });
    return versions[side ?? winner];
  }
  /** The `local` fields, merged. */
  function merge<T extends { countInStock: string }, Name extends keyof T>(
    versions: Versions<T>,
    labels: readonly (readonly [Name, string])[],
    suffix = '',
  ): T {
    const merged = { ...versions.local, countInStock: mergedStock(versionsOf(versions, 'countInStock')) };
    for (const [name, label] of labels) merged[name] = pick(label + suffix, versionsOf(versions, name));
    return merged;
  }

  const category = pick('Category', mapVersions({ base, local, saved }, categoryOf));
  const optionVersions = versionsOf({ base, local, saved }, 'options');
  const options = mergedOptions(optionVersions) ?? pick('Options', optionVersions);
  const draft = { ...merge({ base, local, saved }, productLabels), ...category, options };
  const rows = mapVersions({ base, local, saved }, rowsOf);
  const variants = allCombinations(options).map((values) => {
    const key = keyOf(values);
    const [here, there] = [rows.local.get(key), rows.saved.get(key)];
    if (!here || !there) return here ?? there ?? { ...emptyOffer, values, image: '', offered: false };
    return merge(
      { base: rows.base?.get(key), local: here, saved: there },
      variantLabels,
      ` of ${values.join(' / ')}`,
    );
  });
  return { draft: { ...draft, variants }, conflicts };
}

const categoryOf = ({ category, subcategory }: Draft) => ({ category, subcategory });
const rowsOf = ({ variants }: Draft) =>
  new Map<string, DraftVariant>(variants.map((row) => [keyOf(row.values), row]));

const mapVersions = <T, U>({ base, local, saved }: Versions<T>, read: (value: T) => U): Versions<U> => ({
  base: base && read(base),
  local: read(local),
  saved: read(saved),
});
const versionsOf = <T extends object, Name extends keyof T>(versions: Versions<T>, name: Name) =>
  mapVersions(versions, (value) => value[name]);

/** The side whose value counts; undefined if both changed it to different values. */
function changedSide<T>({ base, local, saved }: Versions<T>): Side | undefined {
  if (isSame(local, saved) || isSame(saved, base)) return 'local';
  return isSame(local, base) ? 'saved' : undefined;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The option values added or removed by either side, merged; undefined if both sides added or removed options. */
function mergedOptions({ base = [], local, saved }: Versions<DraftOption[]>): DraftOption[] | undefined {
  if (local.length !== base.length || saved.length !== base.length) return undefined;
  const merged: DraftOption[] = [];
  for (const [i, option] of base.entries()) {
    const [here, there] = [local[i], saved[i]];
    if (!here || !there) return undefined;
    const side = changedSide({ base: option.name, local: here.name, saved: there.name });
    if (!side) return undefined;
    const [before, ours, others] = [valuesOf(option), valuesOf(here), valuesOf(there)];
    const values = [
      ...ours.filter((value) => others.includes(value) || !before.includes(value)),
      ...others.filter((value) => !before.includes(value) && !ours.includes(value)),
    ];
    merged.push({ name: (side === 'local' ? here : there).name, values: writeValues(values) });
  }
  return merged;
}

function mergedStock(versions: Versions<string>): string {
  const side = changedSide(versions);
  if (side) return versions[side];
  const sum = Number(versions.saved) + Number(versions.local) - Number(versions.base ?? 0);
  return Number.isInteger(sum) ? String(Math.max(0, sum)) : versions.local;
}

/** Short texts unchanged; ids, pictures and rich text are not readable. */
function readable<T>({ local, saved }: Versions<T>): Omit<Conflict, 'label'> {
  const isReadable = (value: unknown) =>
    typeof value === 'string' && value.length <= 80 && !/^[{<]|^uploads\/|^[\da-f-]{36}$/.test(value);
  return isReadable(local) && isReadable(saved) ? { local: String(local), saved: String(saved) } : {};
}

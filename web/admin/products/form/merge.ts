import { allCombinations, type DraftOption, type DraftVariant, keyOf } from './combinations.ts';
import type { Draft } from './draft.ts';

/** A field that two admins changed to different values. The values are absent if they are not readable. */
export type Conflict = { label: string; theirs?: string; mine?: string };

type Side = 'mine' | 'theirs';
type Sides<T> = { base: T | undefined; mine: T; theirs: T };

/**
 * Merges this form's input with what another admin saved since `base` was loaded: each field gets the value of
 * whoever changed it, and stock changes by both differences. Fields that both changed get the value of `winner` and
 * are listed.
 */
export function mergeDrafts(
  { base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft },
  winner: Side,
): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const pick = <T>(label: string, sides: Sides<T>): T => {
    const side = changedBy(sides);
    if (side) return sides[side];
    conflicts.push({ label, ...readable(sides) });
    return sides[winner];
  };
  const of = <T>(read: (draft: Draft) => T): Sides<T> => ({
    base: read(base),
    mine: read(mine),
    theirs: read(theirs),
  });
  const field = <Name extends keyof Draft>(name: Name, label: string) => ({
    [name]: pick(
      label,
      of((draft) => draft[name]),
    ),
  });
  const place = pick(
    'Category',
    of(({ category, subcategory }) => ({ category, subcategory })),
  );
  const optionSides = of(({ options }) => options);
  const options = mergedOptions(optionSides) ?? pick('Options', optionSides);
  const draft: Draft = {
    ...mine,
    ...place,
    ...field('name', 'Name'),
    ...field('slug', 'Slug'),
    ...field('description', 'Description'),
    ...field('price', 'List price'),
    ...field('finalPrice', 'Selling price'),
    ...field('sku', 'SKU'),
    ...field('lowStockAt', 'Low stock at'),
    ...field('status', 'Status'),
    ...field('isFeatured', 'Featured'),
    ...field('isTopDeal', 'Top deal'),
    ...field('isTrending', 'Trending'),
    ...field('brand', 'Brand'),
    ...field('productType', 'Product type'),
    ...field('hsn', 'HSN code'),
    ...field('gstRate', 'GST rate'),
    ...field('pictures', 'Pictures'),
    countInStock: mergedStock(of(({ countInStock }) => countInStock)),
    options,
    variants: [],
  };
  const rows = of(({ variants }) => new Map(variants.map((row) => [keyOf(row.values), row])));
  draft.variants = allCombinations(options).map((values) => {
    const key = keyOf(values);
    const [before, ours, other] = [rows.base?.get(key), rows.mine.get(key), rows.theirs.get(key)];
    if (!ours || !other) return ours ?? other ?? unoffered(values);
    const name = values.join(' / ');
    const cell = <Name extends keyof DraftVariant>(part: Name, label: string) => ({
      [part]: pick(`${label} of ${name}`, { base: before?.[part], mine: ours[part], theirs: other[part] }),
    });
    return {
      ...ours,
      ...cell('price', 'List price'),
      ...cell('finalPrice', 'Selling price'),
      ...cell('sku', 'SKU'),
      ...cell('lowStockAt', 'Low stock at'),
      ...cell('image', 'Picture'),
      ...cell('offered', 'Whether to offer'),
      countInStock: mergedStock({
        base: before?.countInStock,
        mine: ours.countInStock,
        theirs: other.countInStock,
      }),
    };
  });
  return { draft, conflicts: conflicts };
}

/** The value to keep; undefined if both changed it to different values. */
function changedBy<T>({ base, mine, theirs }: Sides<T>): Side | undefined {
  if (same(mine, theirs) || same(theirs, base)) return 'mine';
  return same(mine, base) ? 'theirs' : undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The option values added or removed by either side, merged; undefined if both sides added or removed options. */
function mergedOptions({ base = [], mine, theirs }: Sides<DraftOption[]>): DraftOption[] | undefined {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined;
  const merged = base.map((option, i) => {
    const name = changedBy({ base: option.name, mine: mine[i]?.name, theirs: theirs[i]?.name });
    if (!name) return undefined;
    const valuesOf = (each: DraftOption | undefined) =>
      each ? allCombinations([each]).map(([value = '']) => value) : [];
    const [before, ours, other] = [valuesOf(option), valuesOf(mine[i]), valuesOf(theirs[i])];
    const values = [
      ...ours.filter((value) => other.includes(value) || !before.includes(value)),
      ...other.filter((value) => !before.includes(value) && !ours.includes(value)),
    ];
    return { name: (name === 'mine' ? mine : theirs)[i]?.name ?? '', values: values.join(', ') };
  });
  return merged.every((option) => option !== undefined) ? merged : undefined;
}

function mergedStock(sides: Sides<string>): string {
  const side = changedBy(sides);
  if (side) return sides[side];
  const [before, mine, theirs] = [sides.base ?? 0, sides.mine, sides.theirs].map(Number) as [
    number,
    number,
    number,
  ];
  const sum = theirs + mine - before;
  return Number.isInteger(sum) ? String(Math.max(0, sum)) : sides.mine;
}

const unoffered = (values: string[]): DraftVariant => ({
  ...{
    values,
    price: '',
    finalPrice: '',
    sku: '',
    countInStock: '',
    lowStockAt: '',
    image: '',
    offered: false,
  },
});

/** Short texts unchanged; ids, pictures and rich text are not readable. */
function readable<T>({ mine, theirs }: Sides<T>): Omit<Conflict, 'label'> {
  const short = [mine, theirs].every(
    (value) =>
      typeof value === 'string' && value.length <= 80 && !/^[{<]|^uploads\/|^[\da-f-]{36}$/.test(value),
  );
  return short ? { mine: String(mine), theirs: String(theirs) } : {};
}

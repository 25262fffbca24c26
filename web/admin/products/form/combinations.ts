/** An option as it is written: its values with commas between them. */
export type DraftOption = { name: string; values: string };

/** One combination of values; those that are not offered are left out of the shop. */
export type DraftVariant = {
  values: string[];
  sku: string;
  price: string;
  countInStock: string;
  /** A stored path, or '' for the product's own picture. */
  image: string;
  offered: boolean;
};

/** At most so many combinations (design: Variants). */
export const mostCombinations = 100;

export const keyOf = (values: string[]) => JSON.stringify(values);

/** Every combination of the options' values, in their order; each value once. */
export function allCombinations(options: DraftOption[]): string[][] {
  if (options.length === 0) return [];
  return options.reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => split(values).map((value) => [...row, value])),
    [[]],
  );
}

/** The variants for these options: rows keep what was written for the same values, new ones take the first price. */
export function combined(options: DraftOption[], now: DraftVariant[], price: string): DraftVariant[] {
  const kept = new Map(now.map((variant) => [keyOf(variant.values), variant]));
  const fresh = { sku: '', price: now[0]?.price || price, countInStock: '', image: '', offered: true };
  return allCombinations(options)
    .slice(0, mostCombinations)
    .map((values) => kept.get(keyOf(values)) ?? { ...fresh, values });
}

function split(text: string): string[] {
  const seen = new Set<string>();
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => {
      const key = value.toLowerCase();
      if (!value || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

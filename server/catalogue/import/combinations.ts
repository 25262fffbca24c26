import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ImportItem } from './item.ts';

type Options = Product['options'];

/**
 * The combination that each row of an item is, with the same values or else with the same SKU; and the combinations
 * that the item does not name, if it has columns of options. They can stay only if they fit its options.
 */
export function matchCombinations({ options, variants }: ImportItem, now: Product | undefined) {
  if (!now) return { rows: variants.map(() => undefined), unnamed: [], fits: true };
  if (options?.length === 0 && now.options.length > 0)
    return { rows: variants.map(() => undefined), unnamed: now.variants, fits: false };
  const left = new Set(now.variants);
  const take = (keyed: Map<string, Variant>, key: string) => {
    const found = keyed.get(key);
    return found && left.delete(found) ? found : undefined;
  };
  const byValues = new Map(now.variants.map((variant) => [keyOf(variant.values), variant]));
  const bySku = new Map(now.variants.map((variant) => [variant.sku.toLowerCase(), variant]));
  const named = variants.map(({ values }) => take(byValues, keyOf(values)));
  const rows = variants.map(
    ({ sku }, index) => named[index] ?? (sku ? take(bySku, sku.toLowerCase()) : undefined),
  );
  if (!options) return { rows, unnamed: [], fits: true };
  const fits =
    options.length === now.options.length &&
    options.every(({ name }, i) => sameText(name, now.options[i]?.name ?? ''));
  return { rows, unnamed: [...left], fits };
}

/** The combinations that an item does not name and that are not removed. */
export function storedCombinations(item: ImportItem, now: Product | undefined) {
  const { unnamed, fits } = matchCombinations(item, now);
  return { kept: unnamed.filter(({ _id }) => !item.remove?.includes(_id)), fits };
}

/** What a combination is called in messages. */
export const labelOf = (values: string[]): string => values.join(' / ') || 'without options';

/** The options of a file with the values of combinations that stay: those of the product first, in their order. */
export function optionsWith(options: Options, now: Options, kept: Variant[]): Options {
  return options.map(({ name, values }, place) => {
    const stay = kept.flatMap((variant) => variant.values[place] ?? []);
    const known = (now[place]?.values ?? []).flatMap((value) => {
      const inFile = values.find((given) => sameText(given, value));
      return inFile ?? (stay.some((kept) => sameText(kept, value)) ? value : []);
    });
    return { name, values: [...known, ...values.filter((value) => !known.includes(value))] };
  });
}

/** The values of a combination as they are written in the options. */
export const valuesIn = (options: Options, values: string[]): string[] =>
  values.map((value, place) => options[place]?.values.find((given) => sameText(given, value)) ?? value);

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const keyOf = (values: string[]) => JSON.stringify(values).toLowerCase();
export const sameValues = (a: string[], b: string[]): boolean => keyOf(a) === keyOf(b);

import { maxCombinations, maxVariants } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { readYesNo } from '../../../../shared/spreadsheets.ts';
import type { Row } from '../../../csv/table.ts';
import type { Context, ImportVariant } from '../item.ts';
import { distinct, plainLine, shortValue } from '../names.ts';

const unescaped = (value: string) => value.replaceAll('\\,', ',').trim();

/** The parts of a list cell as they are written; a comma inside a part has a backslash before it. */
export const partsIn = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map(unescaped)
    .filter(Boolean);

/** The values of a list cell as text. */
export const listIn = (cell: string): string[] => partsIn(cell).map(plainLine).filter(Boolean);

type Attribute = { name: string; values: string[] };
type Variation = { row: Row; variant: Omit<ImportVariant, 'values'> };

const countOf = (attributes: Attribute[]) =>
  attributes.reduce((count, { values }) => count * values.length, 1);

/** An attribute of a row as the file has it. */
export type WooAttribute = { name: string; values: string; isVisible: boolean; isGlobal: boolean };

/** The attributes of a row, in the file's order. WooCommerce numbers them without a limit. */
export function wooAttributes(row: Row): WooAttribute[] {
  const found: WooAttribute[] = [];
  for (let n = 1; row.given(`Attribute ${n} name`) !== undefined; n++) {
    const name = plainLine(row.get(`Attribute ${n} name`));
    const [visible, global] = [row.get(`Attribute ${n} visible`), row.get(`Attribute ${n} global`)];
    const values = row.get(`Attribute ${n} value(s)`);
    if (name)
      found.push({
        name,
        values,
        isVisible: visible === '' || readYesNo(visible) !== false,
        isGlobal: readYesNo(global) === true,
      });
  }
  return found;
}

const attributesIn = (row: Row): Map<string, string> =>
  new Map(wooAttributes(row).map(({ name, values }) => [name, values]));

/** The attributes by which variations are chosen: those that the variations name, with all values of the parent. */
export function attributesOf(parent: Row, children: Row[]): Attribute[] {
  const ofChildren = children.map(attributesIn);
  const ofParent = attributesIn(parent);
  const names = distinct([...ofParent.keys(), ...ofChildren.flatMap((ofChild) => [...ofChild.keys()])]);
  return names
    .filter((name) => ofChildren.some((ofChild) => ofChild.has(name)))
    .map((name) => {
      const all = listIn(ofParent.get(name) ?? '').map(shortValue);
      const given = ofChildren.map((child) => valueIn(child.get(name)));
      // Values that differ in capitals only are one, which is written as it is first.
      const notations = new Map(
        all
          .concat(given)
          .toReversed()
          .map((value) => [value.toLowerCase(), value]),
      );
      const values = (given.includes('') ? all.concat(given) : given).map(
        (value) => notations.get(value.toLowerCase()) ?? value,
      );
      return { name, values: distinct(values) };
    })
    .filter(({ values }) => values.length > 0);
}

/** The one value in the cell of a variation; empty for any value. */
const valueIn = (cell = '') => shortValue(plainLine(unescaped(cell)));

/** Rejects more options than a product can have. */
export function checkOptions(parent: Row, options: Attribute[], context: Context): void {
  const { line } = parent;
  if (options.length > 3)
    context.problem({ line }, `It has ${options.length} attributes for variations; at most 3 are possible`);
  else if (countOf(options) > maxCombinations)
    context.problem(
      { line },
      `It has ${countOf(options)} combinations; at most ${maxCombinations} are possible`,
    );
}

/**
 * The combinations that variations represent. A variation that leaves an attribute blank represents all of its
 * values: its stock is divided among them, so that no more is sold than there is, and the first gets its SKU. If two
 * variations represent one combination, the one with fewer blanks is used, else the first.
 */
export function combinationsOf(
  variations: Variation[],
  attributes: Attribute[],
  context: Context,
): ImportVariant[] {
  if (attributes.length === 0) return variations.map(({ variant }) => ({ ...variant, values: [] }));
  if (countOf(attributes) > maxCombinations) return [];
  const spread = variations
    .map((variation) => ({ ...variation, combinations: spreadOf(variation.row, attributes) }))
    .toSorted((a, b) => a.combinations.length - b.combinations.length);
  const combinationsByKey = new Map<string, ImportVariant>();
  for (const { row, variant, combinations } of spread) {
    const free = combinations.filter((values) => !combinationsByKey.has(keyOf(values)));
    if (free.length === 0)
      context.note(row, 'Another variation has the same attributes; this one is not imported');
    const isAny = combinations.length > 1;
    const shares = isAny ? sharesOf(row, variant.countInStock, free, context) : [variant.countInStock];
    for (const [i, values] of free.entries()) {
      const { sku, ...rest } = variant;
      combinationsByKey.set(keyOf(values), {
        ...rest,
        values,
        countInStock: shares[i],
        ...(i === 0 && { sku }),
      });
    }
  }
  const [first] = variations;
  const { size } = combinationsByKey;
  if (first && size > maxVariants)
    context.problem(first.row, `It has ${size} combinations; at most ${maxVariants} are possible`);
  return orderOf(attributes).flatMap((values) => combinationsByKey.get(keyOf(values)) ?? []);
}

const keyOf = (values: string[]) => JSON.stringify(values);

const orderOf = (attributes: Attribute[]) =>
  attributes.reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((v) => [...row, v])),
    [[]],
  );

function spreadOf(row: Row, attributes: Attribute[]): string[][] {
  const own = attributesIn(row);
  return orderOf(
    attributes.map(({ name, values }) => {
      const value = valueIn(own.get(name));
      const same = values.filter((known) => known.toLowerCase() === value.toLowerCase());
      return { name, values: value ? same : values };
    }),
  );
}

/** The tracked stock of a variation, divided among its combinations as evenly as possible. */
function sharesOf(row: Row, stock: string | undefined, combinations: string[][], context: Context) {
  const count = Number(stock);
  if (!row.get('Stock') || !Number.isInteger(count)) return combinations.map(() => stock);
  const [first, rest] = [Math.floor(count / combinations.length), count % combinations.length];
  const shares = combinations.map((_, i) => String(first + (i < rest ? 1 : 0)));
  if (combinations.length > 1)
    context.noteOfNew(
      row,
      `Its stock of ${count} is divided: ${combinations.map((values, i) => `${values.join(' / ')} ${shares[i]}`).join(', ')}`,
    );
  return shares;
}

import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import {
  maxCombinations,
  maxVariants,
  type VariantInput,
} from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { isId } from '../../../shared/id.ts';
import { badField, badRequest } from '../../errors.ts';
import type { VariantRow } from './variant-queries.ts';

type Option = Product['options'][number];
type Planned = VariantInput & { row: VariantRow | undefined };

/** The variants after a change, each with the row it updates unless it is new, and the rows to delete. */
export type VariantPlan = { options: Option[]; variants: Planned[]; removed: VariantRow[] };

/** Matches variants to rows by id, else by values. 400 for combinations that the options do not allow. */
export function planVariants(options: Option[], given: VariantInput[], rows: VariantRow[]): VariantPlan {
  checkCombinations(options, given);
  const left = new Map(rows.map((row) => [row.id, row]));
  const claim = (row: VariantRow | undefined) => {
    if (row) left.delete(row.id);
    return row;
  };
  const byId = given.map(({ _id }) => (_id && isId(_id) ? claim(left.get(_id)) : undefined));
  const variants = given.map((variant, i) => ({
    ...variant,
    row: byId[i] ?? claim([...left.values()].find((row) => sameValues(row.optionValues, variant.values))),
  }));
  const priceless = variants.findIndex(({ row, price }) => !row && price === undefined);
  if (priceless >= 0) throw badField(`variants.${priceless}.price`, 'Valid price is required');
  return { options, variants, removed: [...left.values()] };
}

/** Throws 400 by field for duplicate names, values or combinations, and for combinations that do not fit the options. */
export function checkCombinations(options: Option[], given: Pick<VariantInput, 'values'>[]): void {
  checkOptions(options);
  checkVariants(options, given);
}

/** The same for values that differ in capitals only. */
export const keyOf = (values: string[]) => JSON.stringify(values.map((value) => value.toLowerCase()));
const sameValues = (a: string[], b: string[]) => keyOf(a) === keyOf(b);

function checkOptions(options: Option[]): void {
  const names = options.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) throw badField('options', 'Two options have the same name');
  for (const { name, values } of options) {
    if (new Set(values.map((value) => value.toLowerCase())).size < values.length)
      throw badField('options', `${name} has the same value twice`);
  }
  const combinations = options.reduce((product, { values }) => product * values.length, 1);
  if (combinations > maxCombinations)
    throw badField('options', `At most ${maxCombinations} combinations, of which ${maxVariants} are offered`);
}

function checkVariants(options: Option[], given: Pick<VariantInput, 'values'>[]): void {
  if (given.length === 0) throw badField('variants', 'At least one combination is needed');
  if (given.length > maxVariants) throw badField('variants', `At most ${maxVariants} variants`);
  const seen = new Set<string>();
  const errors: Record<string, string> = {};
  given.forEach(({ values }, i) => {
    const fits = values.length === options.length && values.every((v, o) => options[o]?.values.includes(v));
    if (!fits) errors[`variants.${i}.values`] = 'Not one of the combinations';
    else if (seen.has(keyOf(values))) errors[`variants.${i}.values`] = 'This combination appears twice';
    seen.add(keyOf(values));
  });
  const [first] = Object.values(errors);
  if (first) throw badRequest(first, errors);
}

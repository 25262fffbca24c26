import type { VariantInput } from '../../../shared/contract/catalogue-admin.ts';
import { isId } from '../../../shared/id.ts';
import { badField, badRequest } from '../../errors.ts';
import type { VariantRow } from './variant-queries.ts';

export type Option = { name: string; values: string[] };
type Planned = VariantInput & { row: VariantRow | undefined };

/** Each variant as it will be, with the row it changes if there is one; and the rows that go. */
export type VariantPlan = { options: Option[]; variants: Planned[]; gone: VariantRow[] };

/** Settles which rows a list of variants means, by id, else by values; refuses what options do not allow. */
export function planVariants(options: Option[], given: VariantInput[], rows: VariantRow[]): VariantPlan {
  checkCombinations(options, given);
  const left = new Map(rows.map((row) => [row.id, row]));
  const take = (row: VariantRow | undefined) => {
    if (row) left.delete(row.id);
    return row;
  };
  const byId = given.map(({ _id }) => (_id && isId(_id) ? take(left.get(_id)) : undefined));
  const variants = given.map((variant, i) => ({
    ...variant,
    row: byId[i] ?? take([...left.values()].find((row) => sameValues(row.optionValues, variant.values))),
  }));
  const priceless = variants.findIndex(({ row, price }) => !row && price === undefined);
  if (priceless >= 0) throw badField(`variants.${priceless}.price`, 'Valid price is required');
  return { options, variants, gone: [...left.values()] };
}

/** Throws 400 by field for options and combinations that can't stand together. */
export function checkCombinations(options: Option[], given: Pick<VariantInput, 'values'>[]): void {
  checkOptions(options);
  checkVariants(options, given);
}

const keyOf = (values: string[]) => JSON.stringify(values.map((value) => value.toLowerCase()));
const sameValues = (a: string[], b: string[]) => keyOf(a) === keyOf(b);

function checkOptions(options: Option[]): void {
  const names = options.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) throw badField('options', 'Each option needs a name of its own');
  for (const { name, values } of options) {
    if (new Set(values.map((value) => value.toLowerCase())).size < values.length)
      throw badField('options', `${name} has the same value twice`);
  }
  const combinations = options.reduce((product, { values }) => product * values.length, 1);
  if (combinations > 100) throw badField('options', 'At most 100 combinations');
}

function checkVariants(options: Option[], given: Pick<VariantInput, 'values'>[]): void {
  if (given.length === 0) throw badField('variants', 'At least one combination is needed');
  const seen = new Set<string>();
  const errors: Record<string, string> = {};
  given.forEach(({ values }, i) => {
    const fits = values.length === options.length && values.every((v, o) => options[o]?.values.includes(v));
    if (!fits) errors[`variants.${i}.values`] = 'Not one of the combinations';
    else if (seen.has(keyOf(values))) errors[`variants.${i}.values`] = 'This combination is there twice';
    seen.add(keyOf(values));
  });
  const [first] = Object.values(errors);
  if (first) throw badRequest(first, errors);
}

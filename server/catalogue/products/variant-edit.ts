import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import { toRupees } from '../../../shared/money.ts';
import { slugify } from '../../../shared/slug.ts';
import type { Trx } from '../../db/database.ts';
import { badField, badRequest, conflict } from '../../errors.ts';
import { noteStock } from '../stock/queries.ts';
import { changeStock } from '../stock/stock.ts';
import { type Option, planVariants, type VariantPlan } from './variant-plan.ts';
import { pricesOf } from './variant-price.ts';
import * as queries from './variant-queries.ts';

/** A product whose variants are written; a new one has none yet. */
export type EditedProduct = { id: string; slug: string; options: Option[]; isNew?: boolean };

/**
 * Writes what a product's form says of options, variants, price, SKU and stock. Stock moves by the difference,
 * each with its movement. Gives the options as they are now, or undefined where nothing of this was sent.
 * Throws 400 by field, 409 for a SKU in use and for stock that was sold meanwhile.
 */
export async function editVariants(
  trx: Trx,
  product: EditedProduct,
  input: ProductChange,
): Promise<Option[] | undefined> {
  const rows = product.isNew ? [] : await queries.lockVariantsOf(trx, product.id);
  const plan = planOf(product, input, rows);
  if (!plan) return undefined;
  const skus = await settleSkus(trx, product, plan);
  await queries.deleteVariants(
    trx,
    plan.gone.map(({ id }) => id),
  );
  const renamed = plan.variants.flatMap(({ row, values }, i) =>
    row && (row.sku !== skus[i] || row.optionValues.join('\0') !== values.join('\0')) ? [row.id] : [],
  );
  await queries.releaseNames(trx, renamed);
  const cause = { reason: rows.length === 0 ? 'New product' : 'Edit', by: 'Admin' };
  const made: Parameters<typeof queries.insertVariants>[1] = [];
  const moves: { variantId: string; delta: number; field: string; left: number }[] = [];
  const fieldOf = fieldsOf(plan);
  for (const [
    position,
    { row, values, image, countInStock, lowStockAt, ...given },
  ] of plan.variants.entries()) {
    const { discount = input.discount } = given;
    const columns = {
      sku: skus[position] ?? '',
      optionValues: values,
      ...pricesOf({ ...given, discount }, row, (name) => fieldOf(position, name)),
      position,
      ...(image !== undefined && { image }),
      ...(lowStockAt !== undefined && { lowStockAt }),
    };
    if (!row) {
      made.push({ ...columns, productId: product.id, stock: countInStock ?? 0 });
      continue;
    }
    await queries.updateVariant(trx, row.id, columns);
    const left = row.stock;
    const delta = (countInStock ?? left) - (given.countInStockBefore ?? left);
    if (delta !== 0) moves.push({ variantId: row.id, delta, field: fieldOf(position, 'countInStock'), left });
  }
  const stocked = (await queries.insertVariants(trx, made)).filter(({ stock }) => stock > 0);
  await noteStock(
    trx,
    stocked.map(({ id, stock }) => ({ variantId: id, delta: stock })),
    cause,
  );
  if (moves.length > 0 && !(await changeStock(trx, moves, cause))) throw soldMeanwhile(moves);
  return plan.options;
}

function planOf(
  product: EditedProduct,
  input: ProductChange,
  rows: queries.VariantRow[],
): VariantPlan | undefined {
  const options = input.options ?? product.options;
  if (options.length > 0) {
    if (input.variants) return planVariants(options, input.variants, rows);
    if (input.options) throw badField('variants', 'At least one combination is needed');
    for (const field of ['price', 'finalPrice', 'countInStock', 'lowStockAt', 'sku'] as const) {
      if (input[field] !== undefined)
        throw badField(field, 'This product has options: price, SKU and stock belong to each of them');
    }
    if (input.discount === undefined) return undefined;
    const all = rows.map(({ id, optionValues }) => ({ _id: id, values: optionValues }));
    return planVariants(options, all, rows);
  }
  const only = rows.length === 1 && rows[0]?.optionValues.length === 0 ? rows[0] : undefined;
  const { finalPrice, discount, lowStockAt } = input;
  const all = [input.price, finalPrice, discount, input.countInStock, lowStockAt, input.sku];
  if (only && all.every((value) => value === undefined)) return undefined;
  const price = input.price ?? (only && toRupees(only.pricePaise));
  if (price === undefined) throw badField('price', 'Valid price is required');
  const { sku = only?.sku, countInStock, countInStockBefore } = input;
  const variant = {
    values: [],
    price,
    finalPrice,
    discount,
    sku,
    countInStock,
    countInStockBefore,
    lowStockAt,
  };
  return planVariants([], [variant], rows);
}

/** The names by which the errors of a variant's fields are known to the form. */
const fieldsOf = (plan: VariantPlan) => (i: number, name: string) =>
  plan.options.length > 0 ? `variants.${i}.${name}` : name;

/** The SKU of each variant: the one given, else the one it has, else one made of the slug and its values. */
async function settleSkus(trx: Trx, product: EditedProduct, plan: VariantPlan): Promise<string[]> {
  const fieldOf = fieldsOf(plan);
  const wished = plan.variants.map(({ sku, row }) => sku || (row?.sku ?? ''));
  const errors: Record<string, string> = {};
  const others = await queries.findSkus(trx, wished.filter(Boolean), product.id);
  const nameBySku = new Map(others.map(({ sku, name }) => [sku.toLowerCase(), name]));
  const used = new Set<string>();
  wished.forEach((sku, i) => {
    const key = sku.toLowerCase();
    if (!key) return;
    const other = nameBySku.get(key);
    if (other !== undefined) errors[fieldOf(i, 'sku')] = `This SKU belongs to ${other}`;
    else if (used.has(key)) errors[fieldOf(i, 'sku')] = 'This SKU is there twice';
    used.add(key);
  });
  const [first] = Object.values(errors);
  if (first) throw conflict('sku_taken', first, { errors });
  if (wished.every(Boolean)) return wished;
  const made = plan.variants.map(({ values }) => madeSku(product.slug, values));
  const taken = new Set(
    (
      await queries.findSkus(
        trx,
        made.flatMap((sku) => firstFew(sku)),
        product.id,
      )
    ).map(({ sku }) => sku.toLowerCase()),
  );
  return wished.map((sku, i) => {
    if (sku) return sku;
    const free = firstFew(made[i] ?? '').find(
      (each) => !taken.has(each.toLowerCase()) && !used.has(each.toLowerCase()),
    );
    if (!free) throw badRequest('Please give a SKU', { [fieldOf(i, 'sku')]: 'Please give a SKU' });
    used.add(free.toLowerCase());
    return free;
  });
}

const madeSku = (slug: string, values: string[]) =>
  [slug, ...values.map((value) => slugify(value) || 'x')].join('-').toUpperCase().slice(0, 90);
const firstFew = (sku: string) => [sku, ...Array.from({ length: 20 }, (_, i) => `${sku}-${i + 2}`)];

function soldMeanwhile(moves: { delta: number; field: string; left: number }[]) {
  const errors: Record<string, string> = {};
  for (const { delta, field, left } of moves)
    if (left + delta < 0) errors[field] = `Some were sold meanwhile: ${left} left`;
  const [first = 'Some were sold meanwhile'] = Object.values(errors);
  return conflict('stock_changed', first, { errors });
}

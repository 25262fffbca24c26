import type { Insertable } from 'kysely';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange, VariantInput } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { toPaise, toRupees } from '../../../shared/money.ts';
import { slugify } from '../../../shared/text/slug.ts';
import type { Trx } from '../../db/database.ts';
import type { Variants } from '../../db/schema.ts';
import type { Admin } from '../../deps.ts';
import { badField, badRequest, conflict } from '../../errors.ts';
import { changeStock, recordMovements } from '../stock/stock.ts';
import { keyOf, planVariants, type VariantPlan } from './variant-plan.ts';
import { columnsAt, pricesOf } from './variant-price.ts';
import * as queries from './variant-queries.ts';

type Options = Product['options'];

/** A product whose variants are written; a new one has none. */
export type EditedProduct = { id: string; slug: string; options: Options; isNew?: boolean };

/**
 * Writes options, variants, prices, SKUs and stock. Stock changes by the difference, with a movement for each variant.
 * Returns the new options, or undefined if the input has none of these fields. 400 by field, 409 for a SKU in use and
 * for stock that was sold meanwhile.
 */
export async function editVariants(
  trx: Trx,
  { userId }: Pick<Admin, 'userId'>,
  product: EditedProduct,
  input: ProductChange,
): Promise<Options | undefined> {
  const rows = product.isNew ? [] : await queries.lockVariantsOf(trx, product.id);
  const plan = planOf(product, input, rows);
  if (!plan) return undefined;
  const skus = await chooseSkus(trx, product, plan);
  await queries.deleteVariants(
    trx,
    plan.removed.map(({ id }) => id),
  );
  const renamed = plan.variants.flatMap(({ row, values }, i) =>
    row && (row.sku !== skus[i] || row.optionValues.join('\0') !== values.join('\0')) ? [row.id] : [],
  );
  await queries.releaseNames(trx, renamed);
  const cause = { reason: rows.length === 0 ? 'New product' : 'Edit', by: 'Admin', userId };
  const added: Insertable<Variants>[] = [];
  const changed: queries.VariantRow[] = [];
  const moves: { variantId: string; delta: number; field: string; left: number }[] = [];
  const fieldOf = fieldsOf(plan);
  const deleted = await listDeleted(trx, product, plan);
  const now = await queries.readNow(trx);
  for (const [position, { row, ...given }] of plan.variants.entries()) {
    const columns = {
      sku: skus[position] ?? '',
      optionValues: given.values,
      position,
      ...columnsAt(
        pricesOf(withDiscount(given, input), row, (name) => fieldOf(position, name)),
        now,
      ),
      ...detailsOf(given),
    };
    const { countInStock, countInStockBefore } = given;
    const known = row ?? deleted.get(keyOf(given.values));
    if (!known) {
      added.push({ ...columns, productId: product.id, stock: countInStock ?? 0 });
      continue;
    }
    if (!row) await queries.updateVariant(trx, known.id, { ...columns, deletedAt: null });
    else if (isChanged(row, columns)) changed.push({ ...row, ...columns });
    const left = known.stock;
    const delta = (countInStock ?? (row ? left : 0)) - ((row && countInStockBefore) ?? left);
    if (delta !== 0)
      moves.push({ variantId: known.id, delta, field: fieldOf(position, 'countInStock'), left });
  }
  await queries.updateVariants(trx, changed);
  const stocked = (await queries.insertVariants(trx, added)).filter(({ stock }) => stock > 0);
  await recordMovements(
    trx,
    stocked.map(({ id, stock }) => ({ variantId: id, delta: stock })),
    cause,
  );
  if (moves.length > 0 && !(await changeStock(trx, moves, cause))) throw stockChanged(moves);
  return plan.options;
}

/** The discount of the product applies to variants without prices of their own. */
const withDiscount = (given: VariantInput, { discount }: ProductChange) => ({
  ...given,
  discount: given.discount ?? discount,
});

/** The columns besides prices that an input sets; undefined ones are not written. */
function detailsOf({ image, lowStockAt, netQuantity, weightGrams, shelfCode, barcode, cost }: VariantInput) {
  const costPaise = cost === undefined || cost === null ? cost : toPaise(cost);
  const details = { image, lowStockAt, netQuantity, weightGrams, shelfCode, barcode, costPaise };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** Whether these columns of a row differ. Each update of a row updates its indexes, and the summary of its product. */
const isChanged = (row: queries.VariantRow, columns: Partial<queries.VariantRow>) =>
  Object.entries(columns).some(
    ([name, value]) => JSON.stringify(Reflect.get(row, name)) !== JSON.stringify(value),
  );

/** Deleted variants that are added again, by their values: with its id, its carts and links work again. */
async function listDeleted(trx: Trx, { id, isNew }: EditedProduct, plan: VariantPlan) {
  const isNeeded = !isNew && plan.variants.some(({ row }) => !row);
  const rows = isNeeded ? await queries.lockDeletedVariantsOf(trx, id) : [];
  return new Map(rows.map((row) => [keyOf(row.optionValues), row]));
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
    for (const field of offerNames) {
      if (field !== 'discount' && field !== 'countInStockBefore' && input[field] !== undefined)
        throw badField(field, 'This product has options: price, SKU and stock belong to each of them');
    }
    if (input.discount === undefined) return undefined;
    const all = rows.map(({ id, optionValues }) => ({ _id: id, values: optionValues }));
    return planVariants(options, all, rows);
  }
  const only = rows.length === 1 && rows[0]?.optionValues.length === 0 ? rows[0] : undefined;
  if (only && offerNames.every((name) => input[name] === undefined)) return undefined;
  const price = input.price ?? (only && toRupees(only.pricePaise));
  if (price === undefined) throw badField('price', 'Valid price is required');
  return planVariants(
    [],
    [{ ...input, price, sku: input.sku ?? only?.sku, image: undefined, values: [] }],
    rows,
  );
}

/** The fields of a product that belong to its variants. */
const offerNames = [
  'price',
  'finalPrice',
  'discount',
  'cost',
  'salePrice',
  'saleFrom',
  'saleUntil',
  'sku',
  'barcode',
  'countInStock',
  'countInStockBefore',
  'lowStockAt',
  'netQuantity',
  'weightGrams',
  'shelfCode',
] as const;

/** The keys of the errors of a variant's fields. */
const fieldsOf = (plan: VariantPlan) => (i: number, name: string) =>
  plan.options.length > 0 ? `variants.${i}.${name}` : name;

/** The SKU of each variant: the one given, else the current one, else one derived from the slug and the values. 409. */
async function chooseSkus(trx: Trx, product: EditedProduct, plan: VariantPlan): Promise<string[]> {
  const fieldOf = fieldsOf(plan);
  const given = plan.variants.map(({ sku, row }) => sku || (row?.sku ?? ''));
  const errors: Record<string, string> = {};
  const others = await queries.findSkus(trx, given.filter(Boolean), product.id);
  const nameBySku = new Map(others.map(({ sku, name }) => [sku.toLowerCase(), name]));
  const used = new Set<string>();
  given.forEach((sku, i) => {
    const key = sku.toLowerCase();
    if (!key) return;
    const another = nameBySku.get(key);
    if (another !== undefined) errors[fieldOf(i, 'sku')] = `This SKU belongs to ${another}`;
    else if (used.has(key)) errors[fieldOf(i, 'sku')] = 'This SKU appears twice';
    used.add(key);
  });
  const [first] = Object.values(errors);
  if (first) throw conflict('sku_taken', first, { errors });
  if (given.every(Boolean)) return given;
  const derived = plan.variants.map(({ values }) => deriveSku(product.slug, values));
  const unavailable = new Set(
    (await queries.findSkus(trx, derived.flatMap(numbered), product.id)).map(({ sku }) => sku.toLowerCase()),
  );
  return given.map((sku, i) => {
    if (sku) return sku;
    const free = numbered(derived[i] ?? '').find(
      (text) => !unavailable.has(text.toLowerCase()) && !used.has(text.toLowerCase()),
    );
    if (!free) throw badRequest('Please give a SKU', { [fieldOf(i, 'sku')]: 'Please give a SKU' });
    used.add(free.toLowerCase());
    return free;
  });
}

const deriveSku = (slug: string, values: string[]) =>
  [slug, ...values.map((value) => slugify(value) || 'x')].join('-').toUpperCase().slice(0, 90);
const numbered = (sku: string) => [sku, ...Array.from({ length: 20 }, (_, i) => `${sku}-${i + 2}`)];

function stockChanged(moves: { delta: number; field: string; left: number }[]) {
  const errors: Record<string, string> = {};
  for (const { delta, field, left } of moves)
    if (left + delta < 0) errors[field] = `Some were sold meanwhile: ${left} left`;
  const [first = 'Some were sold meanwhile'] = Object.values(errors);
  return conflict('stock_changed', first, { errors });
}

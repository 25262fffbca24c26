import type { BatchEdit, BatchPreview } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import {
  type RowChange,
  rowChange,
  type TableProduct,
  type TableVariant,
} from '../../../shared/contract/catalogue/product-table.ts';
import { discountTenths, inRupees, sellingPrice, toPaise, toRupees } from '../../../shared/money.ts';
import type { Trx } from '../../db/database.ts';
import { badField, ShopError } from '../../errors.ts';
import { adminOfJob } from '../../permissions.ts';
import { inSavepoint } from '../queries.ts';
import { listTableProducts, saveRowIn } from '../table/table.ts';
import * as undo from './undo-queries.ts';

/** Sets fields of these products, one by one, as the spreadsheet does. Returns the ids of the changed ones. */
export async function editProducts(
  trx: Trx,
  { batchId, userId }: { batchId: string; userId: string },
  edit: BatchEdit,
  ids: string[],
  refused: Map<string, string>,
): Promise<string[]> {
  const changed: { id: string; before: RowChange }[] = [];
  for (const id of ids) {
    try {
      const before = await inSavepoint(trx, async () => {
        const [row] = await listTableProducts(trx, [id]);
        if (!row) return undefined;
        const change = changeOf(row, edit);
        const { product } = await saveRowIn(trx, adminOfJob(userId), change);
        return product && inverseOf(change, row, product);
      });
      if (before) changed.push({ id, before });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      refused.set(id, error.message);
    }
  }
  await undo.insertPrevious(trx, batchId, changed);
  return changed.map(({ id }) => id);
}

/** Restores the fields that `editProducts` set, of products whose fields still have these values. */
export async function restoreEdited(
  trx: Trx,
  { batchId, userId }: { batchId: string; userId: string },
  ids: string[],
  refused: Map<string, string>,
): Promise<string[]> {
  const restored: string[] = [];
  for (const { id, before } of await undo.listPrevious(trx, batchId, ids)) {
    try {
      const change = rowChange.parse(before);
      const { isSaved } = await inSavepoint(trx, () => saveRowIn(trx, adminOfJob(userId), change));
      if (isSaved) restored.push(id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      refused.set(id, error.message);
    }
  }
  return restored;
}

/** What an edit does to a product, field by field; `field` is the label with the values of the variant. */
export function describeEdit(row: TableProduct, edit: BatchEdit): BatchPreview['changes'] {
  const { change, variants } = changeOf(row, edit);
  const line = (field: string, from: unknown, to: unknown) => ({
    name: row.name,
    field,
    from: textOf(from),
    to: textOf(to),
  });
  const { attributes: _, brand: __, ...fields } = change;
  return [
    ...Object.entries(fields).map(([name, to]) => line(name, Reflect.get(row, name), to)),
    ...variants.flatMap(({ _id, change: changed }) => {
      const variant = row.variants.find((item) => item._id === _id);
      return Object.entries(changed).map(([name, to]) =>
        line(
          [name, variant?.values.join(' / ')].filter(Boolean).join(' · '),
          variant && Reflect.get(variant, name),
          to,
        ),
      );
    }),
  ].filter(({ from, to }) => from !== to);
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** What an edit does to a product. 400 for a price below 0. */
function changeOf(row: TableProduct, edit: BatchEdit): RowChange {
  const { addTags = [], removeTags = [], brand, isFeatured, isTopDeal, isTrending, attributes } = edit;
  const removed = new Set(removeTags.map((tag) => tag.toLowerCase()));
  const tags = [...row.tags.filter((tag) => !removed.has(tag.toLowerCase())), ...addTags];
  const changesTags = addTags.length > 0 || removeTags.length > 0;
  return {
    _id: row._id,
    change: {
      ...(brand !== undefined && { brand }),
      ...(isFeatured !== undefined && { isFeatured }),
      ...(isTopDeal !== undefined && { isTopDeal }),
      ...(isTrending !== undefined && { isTrending }),
      ...(attributes && { attributes }),
      ...(changesTags && { tags }),
    },
    before: {},
    variants: row.variants.flatMap((variant) => {
      const change = variantChange(variant, edit);
      return Object.keys(change).length > 0 ? [{ _id: variant._id, change, before: {} }] : [];
    }),
  };
}

function variantChange(
  variant: TableVariant,
  { price, cost, weightGrams, netQuantity }: BatchEdit,
): RowChange['variants'][number]['change'] {
  return {
    ...(price?.of === 'finalPrice' && { finalPrice: changedPrice(variant.finalPrice, price) }),
    ...(price?.of === 'price' && withSamePercentage(variant, changedPrice(variant.price, price))),
    ...(cost !== undefined && { cost }),
    ...(weightGrams !== undefined && { weightGrams }),
    ...(netQuantity !== undefined && { netQuantity }),
  };
}

/** A list price with its selling price, which keeps the percentage off. */
function withSamePercentage(variant: TableVariant, price: number) {
  const discount = discountTenths(toPaise(variant.price), toPaise(variant.finalPrice));
  const finalPrice =
    price === variant.price ? variant.finalPrice : toRupees(sellingPrice(toPaise(price), discount));
  return { price, finalPrice };
}

function changedPrice(price: number, { by, value }: NonNullable<BatchEdit['price']>): number {
  if (by === 'to') return value;
  const next =
    by === 'percent' ? inRupees(price, 1 + value / 100) : toRupees(toPaise(price) + toPaise(value));
  if (next < 0) throw badField('price', 'The price would be below 0');
  return next;
}

/** The change that undoes another one, from the product before and after it. */
function inverseOf({ _id, change, variants }: RowChange, row: TableProduct, after: TableProduct): RowChange {
  const names = Object.keys(change).filter((name) => name !== 'attributes');
  const attributes = Object.keys(after.attributes)
    .concat(Object.keys(row.attributes))
    .filter((id) => JSON.stringify(row.attributes[id]) !== JSON.stringify(after.attributes[id]));
  const pick = (from: object, fields: string[]) =>
    Object.fromEntries(fields.map((name) => [name, Reflect.get(from, name)]));
  return rowChange.parse({
    _id,
    change: {
      ...pick(row, names),
      attributes: attributes.map((id) => ({ attribute: id, values: row.attributes[id] ?? [] })),
    },
    before: {
      ...pick(after, names),
      attributes: Object.fromEntries(attributes.map((id) => [id, after.attributes[id] ?? []])),
    },
    variants: variants.map(({ _id: variant, change: changed }) => {
      const find = ({ variants: all }: TableProduct) => all.find((item) => item._id === variant) ?? {};
      return {
        _id: variant,
        change: pick(find(row), Object.keys(changed)),
        before: pick(find(after), Object.keys(changed)),
      };
    }),
  });
}

import type { Product } from '../../../shared/contract/catalogue.ts';
import { newProduct, type ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import type { Trx } from '../../db/database.ts';
import type { Actor } from '../../deps.ts';
import { presentProduct } from '../present.ts';
import { createProductIn, updateProductIn } from '../product-edit.ts';
import { listProductsByIds } from '../queries.ts';
import { type Ready, refusal } from './gather.ts';
import * as queries from './import-queries.ts';
import { picturesOf } from './pictures.ts';
import { changesOf, inputOf } from './plan.ts';

/**
 * Makes these products, or changes those with their slugs, so that the same file again brings no doubles. One
 * that can't be written fails alone. What is there as the file says is not written at all.
 */
export async function writeItems(trx: Trx, actor: Actor, all: Ready[]): Promise<queries.StepTold> {
  const known = await lockKnown(trx, all);
  const told: queries.StepTold = { written: 0, failures: [], notes: [] };
  for (const ready of all) {
    const { line, name, slug } = ready.item;
    const now = known.get(slug);
    if (ready.refused) {
      told.failures.push({ line, name, message: ready.refused });
      continue;
    }
    try {
      if (await queries.apart(trx, () => writeItem(trx, actor, ready, now))) told.written++;
      const notes = [...(now ? [] : ready.item.notes), ...ready.notes];
      told.notes.push(...notes.map((message) => ({ line, name, message })));
    } catch (error) {
      told.failures.push({ line, name, message: refusal(error) });
    }
  }
  return told;
}

/** The products of these slugs as they are, locked in id order as checkout locks them. */
async function lockKnown(trx: Trx, all: Ready[]): Promise<Map<string, Product>> {
  const ids = await queries.lockProducts(
    trx,
    all.map(({ item }) => item.slug),
  );
  const rows = await listProductsByIds(trx, ids, 'admin');
  return new Map(rows.map((row) => [row.slug, presentProduct(row)]));
}

/** False where there was nothing to write. */
async function writeItem(trx: Trx, actor: Actor, ready: Ready, now: Product | undefined): Promise<boolean> {
  const { item, groups, stored } = ready;
  const input: ProductChange = {
    ...newProduct.parse(inputOf(item)),
    ...groups,
    ...picturesOf(item, now, stored),
  };
  input.variants = input.variants?.map((variant, i) => {
    const image = stored.get(item.variants[i]?.picture ?? '');
    return { ...variant, ...(image && { image }) };
  });
  if (!now) await createProductIn(trx, actor, { ...input, name: item.name });
  else if (changesOf(now, item, stored).length === 0) return false;
  else await updateProductIn(trx, actor, now._id, item.keepsStock ? input : withoutStock(input));
  return true;
}

function withoutStock({ countInStock: _, variants, ...input }: ProductChange): ProductChange {
  const kept = variants?.map(({ countInStock: __, ...variant }) => variant);
  return { ...input, ...(kept && { variants: kept }) };
}

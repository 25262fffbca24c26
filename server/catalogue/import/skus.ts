import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { BadRow, ImportItem, ImportVariant } from './item.ts';
import { findSkuOwners } from './match-queries.ts';

type Problem = Omit<BadRow, 'name'> | undefined;

/**
 * Reads which products of the shop have the SKUs of a file. Call the functions for each item that is imported, in the
 * order of the file, with the product that it changes.
 */
export async function readSkus(db: Database, items: ImportItem[]) {
  const rows = items.flatMap(({ variants }) => variants.filter(({ sku }) => sku));
  const lines = Map.groupBy(rows, keyOf);
  const owners = new Map(
    (await findSkuOwners(db, [...lines.keys()])).map((owner) => [owner.sku.toLowerCase(), owner]),
  );
  const taken = new Map<string, number>();

  /** Why a row can't have its SKU; an earlier row or another product has it. */
  function conflictOf(row: ImportVariant, now: Product | undefined): string | undefined {
    const [owner, earlier] = [owners.get(keyOf(row)), taken.get(keyOf(row))];
    if (owner && owner.id !== now?._id) return `The SKU “${row.sku}” belongs to “${owner.name}”`;
    if (earlier !== undefined) return `The SKU “${row.sku}” is on line ${earlier} too`;
    taken.set(keyOf(row), row.line);
    return undefined;
  }

  /** Whether a repeated SKU belongs to a combination of this product already, which keeps it. */
  const isShared = (row: ImportVariant) => owners.has(keyOf(row)) && (lines.get(keyOf(row)) ?? []).length > 1;

  return {
    /** Another shop may repeat a SKU: the first combination has it, and the others get SKUs of their own, with a note. */
    separate(item: ImportItem, now: Product | undefined): ImportItem {
      if (item.own) return item;
      const notes = [...item.notes];
      const variants = item.variants.map((row) => {
        if (!row.sku) return row;
        const conflict = conflictOf(row, now);
        if (conflict) notes.push({ line: row.line, message: `${conflict}; this one has a SKU of its own` });
        return conflict || isShared(row) ? { ...row, sku: undefined } : row;
      });
      return { ...item, variants, notes };
    },

    /** The problem of a row of our own file whose SKU is repeated or belongs to another product. */
    problemOf(item: ImportItem, now: Product | undefined): Problem {
      if (!item.own) return undefined;
      for (const row of item.variants) {
        const message = row.sku && conflictOf(row, now);
        if (message) return { line: row.line, message };
      }
      return undefined;
    },
  };
}

const keyOf = ({ sku = '' }: ImportVariant) => sku.toLowerCase();

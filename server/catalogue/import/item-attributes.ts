import type { Product } from '../../../shared/contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readAttributeRules } from '../attributes/attributes.ts';
import { type ImportItem, type Note, notImported } from './item.ts';
import { reasonOf } from './prepare.ts';

/** Reads the attributes of the shop, for the items of a file. */
export async function readAttributes(db: Database) {
  const change = await readAttributeRules(db);
  return {
    /** The item without attributes that the shop does not have and values that they can't have, with notes. */
    withoutWrong(item: ImportItem, now: Product | undefined): ImportItem {
      const before = Object.fromEntries((now?.attributes ?? []).map(({ _id, values }) => [_id, values]));
      const wrong: Note[] = [];
      const attributes = item.attributes?.filter((attribute) => {
        try {
          change([attribute], before);
          return true;
        } catch (error) {
          wrong.push({ line: item.line, message: notImported(reasonOf(error)) });
          return false;
        }
      });
      return { ...item, attributes, notes: item.notes.concat(wrong) };
    },
  };
}

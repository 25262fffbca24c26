import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readAttributeRules } from '../attributes/attributes.ts';
import { type ImportItem, type Note, notImported } from './item.ts';
import { reasonOf } from './prepare.ts';

/** Reads the attributes of the shop, for the items of a file. */
export async function readAttributes(db: Database) {
  const { read } = await readAttributeRules(db);
  return {
    /**
     * The item with values of attributes as they are stored, without attributes that the shop does not have and values
     * that they can't have, with notes.
     */
    withStored(item: ImportItem, now: Product | undefined): ImportItem {
      const before = Object.fromEntries((now?.attributes ?? []).map(({ _id, values }) => [_id, values]));
      const wrong: Note[] = [];
      const attributes = item.attributes?.flatMap((change) => {
        try {
          return [{ attribute: change.attribute, values: read(change, before).values }];
        } catch (error) {
          wrong.push({ line: item.line, message: notImported(reasonOf(error)) });
          return [];
        }
      });
      return { ...item, attributes, notes: item.notes.concat(wrong) };
    },
  };
}

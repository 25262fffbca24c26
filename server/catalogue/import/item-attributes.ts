import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { listAttributes, readAttributeRules } from '../attributes/attributes.ts';
import { isNamed } from './create-attributes.ts';
import { type ImportItem, type Note, notImported } from './item.ts';
import { distinctWords } from './names.ts';
import { reasonOf } from './prepare.ts';

type Given = NonNullable<ImportItem['attributes']>[number];

/** Reads the attributes of the shop, for the items of a file. */
export async function readAttributes(db: Database) {
  const { read } = await readAttributeRules(db);
  const all = await listAttributes(db);
  const created = new Set<string>();

  /** The values as they are stored; new choices of attributes that a file adds to stay as they are. */
  function valuesOf(change: Given, before: Record<string, string[]>): string[] {
    const attribute = all.find(isNamed(change.attribute));
    if (!change.create || (attribute && attribute.type !== 'choice')) return read(change, before).values;
    const choices = attribute?.choices ?? [];
    const storedOf = (value: string) =>
      choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? value;
    return distinctWords(change.values.map(storedOf));
  }

  return {
    /**
     * The item with values of attributes as they are stored, without attributes that the shop does not have and values
     * that they can't have, with notes. Attributes of other shops are created.
     */
    withStored(item: ImportItem, now: Product | undefined): ImportItem {
      const before = Object.fromEntries((now?.attributes ?? []).map(({ _id, values }) => [_id, values]));
      const notes: Note[] = [];
      const attributes = item.attributes?.flatMap((change) => {
        const { attribute: name, create } = change;
        try {
          const values = valuesOf(change, before);
          if (create && !created.has(name.toLowerCase()) && !all.some(isNamed(name))) {
            notes.push({ line: item.line, message: `The attribute “${name}” is new; it is created` });
            created.add(name.toLowerCase());
          }
          return [{ ...change, values }];
        } catch (error) {
          notes.push({ line: item.line, message: notImported(reasonOf(error)) });
          return [];
        }
      });
      return { ...item, attributes, notes: item.notes.concat(notes) };
    },
  };
}

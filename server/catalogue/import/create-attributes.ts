import type { Attribute } from '../../../shared/contract/catalogue/attributes.ts';
import type { Admin, Deps } from '../../deps.ts';
import { attributeAdmin } from '../attributes/attributes.ts';
import { type ImportItem, type Note, notImported } from './item.ts';
import { distinctWords } from './names.ts';

type Given = NonNullable<ImportItem['attributes']>[number];

/** Whether an attribute has this name or address. */
export const isNamed = (name: string) => (attribute: { name: string; slug: string }) =>
  attribute.name.toLowerCase() === name.toLowerCase() || attribute.slug === name.toLowerCase();

/** How many choices an attribute has at most. */
const maxChoices = 200;

/**
 * Creates the attributes that a file of another shop has and this shop lacks, and adds their choices. `known` are those of
 * the shop, which are read once for all products. Returns the item without attributes that would have too many choices.
 */
export async function createAttributes(
  deps: Pick<Deps, 'db'>,
  admin: Admin,
  item: ImportItem,
  known: Map<string, Attribute>,
): Promise<ImportItem> {
  if (!item.attributes?.some(({ create }) => create)) return item;
  const edits = attributeAdmin(deps, admin);
  if (known.size === 0)
    for (const attribute of await edits.listAttributes()) known.set(attribute._id, attribute);
  const notes: Note[] = [];
  const attributes: Given[] = [];
  for (const given of item.attributes) {
    const { attribute: name, values, create } = given;
    const stored = [...known.values()].find(isNamed(name));
    const choices = distinctWords([...(stored?.choices ?? []), ...values]);
    const isChoice = stored ? stored.type === 'choice' : create !== 'text';
    if (create && isChoice && choices.length > maxChoices) {
      notes.push({
        line: item.line,
        message: notImported(`${name}: it has more than ${maxChoices} choices`),
      });
      continue;
    }
    attributes.push(given);
    if (!create || (stored && (!isChoice || choices.length === stored.choices.length))) continue;
    const { _id, type, slug, ...fields } = stored ?? { ...newFields, name, isFilter: create === 'filter' };
    const changed = stored
      ? await edits.updateAttribute(stored._id, { ...fields, choices })
      : await edits.createAttribute({ ...fields, choices, type: isChoice ? 'choice' : 'text' });
    known.set(changed._id, changed);
  }
  return { ...item, attributes, notes: item.notes.concat(notes) };
}

const newFields = { _id: '', slug: '', type: '', unit: '', categories: [] };

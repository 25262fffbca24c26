import type { Attribute } from '../../../shared/contract/catalogue/attributes.ts';
import type { Admin, Deps } from '../../deps.ts';
import { attributeAdmin } from '../attributes/attributes.ts';
import { creatingAlone } from './import-queries.ts';
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
  const read = async () => {
    for (const attribute of await edits.listAttributes()) known.set(attribute._id, attribute);
  };
  if (known.size === 0) await read();
  const notes: Note[] = [];
  const attributes: Given[] = [];
  for (const given of item.attributes) {
    if (given.create && wantedOf(given, known).hasTooMany) {
      const message = notImported(`${given.attribute}: it has more than ${maxChoices} choices`);
      notes.push({ line: item.line, message });
      continue;
    }
    attributes.push(given);
    if (!given.create || wantedOf(given, known).isComplete) continue;
    await creatingAlone(deps.db, async () => {
      // Another import may have changed them meanwhile.
      await read();
      const { stored, choices, isChoice, isComplete } = wantedOf(given, known);
      if (isComplete) return;
      const { _id, type, slug, ...fields } = stored ?? { ...newFields, ...newOf(given) };
      const changed = stored
        ? await edits.updateAttribute(stored._id, { ...fields, choices })
        : await edits.createAttribute({ ...fields, choices, type: isChoice ? 'choice' : 'text' });
      known.set(changed._id, changed);
    });
  }
  return { ...item, attributes, notes: item.notes.concat(notes) };
}

/** The attribute of this name as it is stored, and with the choices that it needs. */
function wantedOf({ attribute: name, values, create }: Given, known: Map<string, Attribute>) {
  const stored = [...known.values()].find(isNamed(name));
  const choices = distinctWords([...(stored?.choices ?? []), ...values]);
  const isChoice = stored ? stored.type === 'choice' : create !== 'text';
  return {
    stored,
    choices,
    isChoice,
    hasTooMany: isChoice && choices.length > maxChoices,
    isComplete: stored !== undefined && (!isChoice || choices.length === stored.choices.length),
  };
}

const newFields = { _id: '', slug: '', type: '', unit: '', categories: [] };
const newOf = ({ attribute: name, create }: Given) => ({ name, isFilter: create === 'filter' });

import {
  type Attribute,
  type AttributeChange,
  maxAttributeText,
  type NewAttribute,
} from '../../../shared/contract/catalogue/attributes.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { readYesNo } from '../../../shared/spreadsheets.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { valueSeparator } from '../export-columns.ts';
import { chooseSlug } from '../slug.ts';
import * as queries from './queries.ts';

export { deleteAttribute, listAttributes } from './queries.ts';

type AttributeRow = queries.AttributeRow;

/** The attributes that an admin defines (decision 81). */
export function attributeAdmin({ db }: Pick<Deps, 'db'>, admin: Admin) {
  /** Changes the attributes, of which `work` gets all, and records it in the audit log. */
  const change = (
    verb: string,
    work: (trx: Trx, all: AttributeRow[]) => Promise<{ subject: string; detail?: object }>,
  ): Promise<string> =>
    transaction(db, async (trx) => {
      await queries.lockAttributes(trx);
      const entry = await work(trx, await queries.listAttributes(trx));
      await recordAudit(trx, admin, { action: `attribute.${verb}`, ...entry });
      return entry.subject;
    });
  const listAttributes = async (): Promise<Attribute[]> => (await queries.listAttributes(db)).map(present);
  const getAttribute = async (id: string): Promise<Attribute> =>
    present(find(await queries.listAttributes(db), id));

  return {
    listAttributes,

    /** Adds an attribute as the last one. 400; 409 for a name in use. */
    async createAttribute({ type, ...input }: NewAttribute): Promise<Attribute> {
      const id = await change('create', async (trx, all) => {
        const columns = await columnsOf(trx, { type, ...input }, all);
        const slug = await chooseSlug(input, 'attribute', async () => all.map((item) => item.slug));
        const subject = await queries.insertAttribute(trx, { ...columns, type, slug, position: all.length });
        return { subject, detail: { name: input.name } };
      });
      return getAttribute(id);
    },

    /** Changes all fields except type and slug. 400; 404; 409 for a name in use. */
    async updateAttribute(id: string, input: AttributeChange): Promise<Attribute> {
      await change('update', async (trx, all) => {
        const before = find(all, id);
        const columns = await columnsOf(trx, { type: before.type, ...input }, all, id);
        await queries.updateAttribute(trx, id, columns);
        const after = present({ ...before, ...columns });
        return { subject: id, detail: { changes: changesBetween(present(before), after) } };
      });
      return getAttribute(id);
    },

    /** Deletes an attribute; the values of products are no longer shown. 404. */
    async deleteAttribute(id: string): Promise<void> {
      await change('delete', async (trx, all) => {
        const { name } = find(all, id);
        await queries.deleteAttribute(trx, id);
        return { subject: id, detail: { name } };
      });
    },

    /** Puts these attributes first, in this order. */
    async reorderAttributes(ids: string[]): Promise<Attribute[]> {
      await change('reorder', async (trx) => {
        await queries.reorderAttributes(trx, ids);
        return { subject: '' };
      });
      return listAttributes();
    },
  };
}

/**
 * The values of a product after a change, as JSON: attributes that it does not name keep theirs, and an empty list
 * removes them. Attributes are named by id, slug or name. 400 for an attribute that does not exist, and for a value
 * that is neither possible nor the present one. Undefined if the change names none.
 */
export async function changedAttributes(
  db: Database | Trx,
  changes: ProductChange['attributes'],
  before: Record<string, string[]>,
): Promise<string | undefined> {
  if (!changes || changes.length === 0) return undefined;
  const { exists, read } = await readAttributeRules(db);
  const after = new Map(Object.entries(before).filter(([id]) => exists(id)));
  for (const change of changes) {
    const { id, values } = read(change, before);
    if (values.length === 0) after.delete(id);
    else after.set(id, values);
  }
  return JSON.stringify(Object.fromEntries(after));
}

/** Reads the attributes for the changes of several products. */
export async function readAttributeRules(db: Database | Trx) {
  const all = await queries.listAttributes(db);
  return {
    exists: (id: string): boolean => all.some((item) => item.id === id),
    /** The id of an attribute and its values as they are stored. 400 like `changedAttributes`. */
    read(
      { attribute: named, values }: NonNullable<ProductChange['attributes']>[number],
      before: Record<string, string[]>,
    ): { id: string; values: string[] } {
      const key = named.toLowerCase();
      const attribute = all.find(({ id, slug, name }) => [id, slug, name.toLowerCase()].includes(key));
      if (!attribute) throw badField('attributes', `There is no attribute “${named}”`);
      const { id, name, type } = attribute;
      // A file separates values by “|”, which a text may contain.
      const given = type === 'text' && values.length > 0 ? [values.join(valueSeparator)] : values;
      const read = [...new Set(given.map((value) => readValue(attribute, value, before[id])))];
      if (type !== 'choice' && read.length > 1)
        throw badField(`attributes.${id}`, `${name} can have one value only`);
      return { id, values: read };
    },
  };
}

/** The texts without those that differ from an earlier one only in case. */
export const withoutRepeats = (texts: string[]): string[] =>
  texts.filter((text, i) => texts.findIndex((item) => item.toLowerCase() === text.toLowerCase()) === i);

/** A value as it is stored. */
function readValue({ id, name, type, choices }: AttributeRow, value: string, before: string[] = []): string {
  const wrong = (message: string) => badField(`attributes.${id}`, `${name}: ${message}`);
  if (type === 'text') {
    if (value.length > maxAttributeText) throw wrong(`enter at most ${maxAttributeText} characters`);
    return value;
  }
  if (type === 'choice') {
    const same = [...choices, ...before].find((choice) => choice.toLowerCase() === value.toLowerCase());
    if (same === undefined) throw wrong(`“${value}” is not one of its choices`);
    return same;
  }
  if (type === 'number') {
    const plain = value.replaceAll(',', '');
    if (!/^-?\d{1,9}(\.\d{1,3})?$/.test(plain)) throw wrong('enter a number, such as 12.5');
    return String(Number(plain));
  }
  const flag = readYesNo(value);
  if (value && flag !== undefined) return flag ? 'yes' : 'no';
  throw wrong('enter yes or no');
}

function find(all: AttributeRow[], id: string): AttributeRow {
  const row = all.find((item) => item.id === id);
  if (!row) throw notFound('Attribute not found.');
  return row;
}

/** The columns that an input sets. 400 for a choice without values, 409 for a name in use. */
async function columnsOf(
  trx: Trx,
  { type, name, unit, choices, isFilter, categories }: NewAttribute,
  all: AttributeRow[],
  ownId?: string,
) {
  if (all.some((item) => item.id !== ownId && item.name.toLowerCase() === name.toLowerCase())) {
    const message = `“${name}” exists already`;
    throw conflict('name_taken', message, { errors: { name: message } });
  }
  if (type === 'choice' && choices.length === 0) throw badField('choices', 'Enter at least one choice');
  return {
    name,
    isFilter: type !== 'text' && isFilter,
    unit: type === 'number' ? unit : '',
    choices: type === 'choice' ? withoutRepeats(choices) : [],
    categoryIds: await queries.listCategoryIds(trx, categories),
  };
}

const present = ({
  id,
  name,
  slug,
  type,
  unit,
  choices,
  isFilter,
  categoryIds,
}: AttributeRow): Attribute => ({
  _id: id,
  name,
  slug,
  type,
  unit,
  choices,
  isFilter,
  categories: categoryIds,
});

import type { BrandChange, CategoryChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { isId } from '../../../shared/id.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import { requireNoLimits } from '../../db/value-limits.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { checkPictures } from '../../media/media.ts';
import { chooseSlug } from '../slug.ts';
import type { GroupRow, GroupTable } from './queries.ts';
import * as queries from './queries.ts';

/** What an input sets; each kind of group has its own fields. */
type GroupInput = CategoryChange & BrandChange;

const kinds = {
  categories: { name: 'Category', action: 'category', pictures: 'category' },
  subcategories: { name: 'Subcategory', action: 'subcategory', pictures: 'category' },
  brands: { name: 'Brand', action: 'brands', pictures: 'brand' },
  productTypes: { name: 'Product type', action: 'productTypes', pictures: 'brand' },
} as const;

/** A group by id or slug; a subcategory within its category. 404. */
export async function getGroupRow(
  db: Database | Trx,
  table: GroupTable,
  idOrSlug: string,
  categoryId?: string,
): Promise<GroupRow> {
  const row = await queries.findGroup(db, table, idOrSlug, categoryId);
  if (!row) throw notFound(`${kinds[table].name} not found.`);
  return row;
}

/**
 * What an admin does with groups of every kind. Subcategories are identified within `category`, an id or slug. Each
 * change locks the table, as names, slugs and positions depend on all rows, and returns the id of the group.
 */
export function groupEdits({ db }: Pick<Deps, 'db'>, admin: Admin) {
  /** Runs `work` in a transaction with the category's id, and records what it returns in the audit log. */
  const change = (
    table: GroupTable,
    verb: string,
    category: string | undefined,
    work: (trx: Trx, categoryId: string | undefined) => Promise<{ subject: string; detail?: object }>,
  ): Promise<string> =>
    transaction(db, async (trx) => {
      await queries.lockTable(trx, table);
      const categoryId =
        category === undefined ? undefined : (await getGroupRow(trx, 'categories', category)).id;
      const { subject, detail } = await work(trx, categoryId);
      const action = `${kinds[table].action}.${verb}`;
      await recordAudit(trx, admin, { action, subject, ...(detail && { detail }) });
      return subject;
    });

  return {
    /** Adds a group as the last one. 400; 404; 409 for a name or slug in use. */
    create: (table: GroupTable, input: GroupInput & { name: string }, category?: string) =>
      change(table, 'create', category, async (trx, categoryId) => {
        const columns = await columnsOf(trx, table, input, undefined, categoryId);
        const values = { ...columns, ...(categoryId && { categoryId }) };
        const subject = await queries.insertGroup(trx, table, values);
        return { subject, detail: { name: columns.name } };
      }),

    /** Changes the given fields. 400; 404; 409 for a name or slug in use. */
    update: (table: GroupTable, idOrSlug: string, input: GroupInput, category?: string) =>
      change(table, 'update', category, async (trx, categoryId) => {
        const before = await getGroupRow(trx, table, idOrSlug, categoryId);
        const columns = await columnsOf(trx, table, input, before, categoryId);
        await queries.updateGroup(trx, table, before.id, columns);
        const after = await getGroupRow(trx, table, before.id, categoryId);
        return { subject: before.id, detail: { changes: changesBetween(before, after) } };
      }),

    /** Deletes a group that no product uses. 404; 409 with the number of products. */
    delete: (table: GroupTable, idOrSlug: string, category?: string) =>
      change(table, 'delete', category, async (trx, categoryId) => {
        const { id, name } = await getGroupRow(trx, table, idOrSlug, categoryId);
        const products = await queries.countProducts(trx, table, id);
        if (products > 0) {
          const uses = products === 1 ? '1 product uses' : `${products} products use`;
          const message = `${uses} this ${kinds[table].name.toLowerCase()}. Move them first.`;
          throw conflict('in_use', message, { extra: { products } });
        }
        await queries.deleteGroup(trx, table, id);
        return { subject: id, detail: { name } };
      }),

    /** Puts these groups first, in this order. 400 for `field` unless they are distinct ids; 404. */
    async reorder(
      table: 'categories' | 'subcategories',
      column: 'position' | 'navbarPosition',
      field: string,
      ids: string[],
      category?: string,
    ): Promise<void> {
      if (!ids.every(isId) || new Set(ids).size < ids.length) throw badField(field, 'Not a list of ids');
      await change(table, 'reorder', category, async (trx, categoryId) => {
        await queries.reorderGroups(trx, table, column, ids, categoryId);
        return { subject: categoryId ?? column };
      });
    },

    /** Moves a subcategory and its products to the end of another category. 404; 409 for its name there; 403. */
    move: (category: string, idOrSlug: string, target: string) =>
      change('subcategories', 'move', category, async (trx, from) => {
        const { id, name } = await getGroupRow(trx, 'subcategories', idOrSlug, from);
        const { id: categoryId } = await getGroupRow(trx, 'categories', target);
        if (categoryId !== from) await requireMayJoin(trx, admin, categoryId);
        const siblings = await queries.listSiblings(trx, 'subcategories', id, categoryId);
        const values = { ...(await namesOf({ name }, undefined, siblings)), position: siblings.length };
        await queries.moveSubcategory(trx, id, { ...values, categoryId });
        return { subject: id, detail: { to: categoryId } };
      }),
  };
}

/** Products move to this category. 403 for a role with limits if an enabled discount reduces what is in it. */
export async function requireMayJoin(trx: Trx, admin: Admin, categoryId: string): Promise<void> {
  if (await queries.hasDiscount(trx, categoryId)) await requireNoLimits(trx, admin, 'category');
}

/** The columns that an input sets. */
async function columnsOf(
  trx: Trx,
  table: GroupTable,
  input: GroupInput,
  before: GroupRow | undefined,
  categoryId: string | undefined,
) {
  const { description, showInNavbar, image, town, state } = input;
  if (image) await checkPictures(trx, [image], kinds[table].pictures, 'image');
  return {
    ...(await namesOf(input, before, await queries.listSiblings(trx, table, before?.id, categoryId))),
    ...(description !== undefined && { description }),
    ...(showInNavbar !== undefined && { showInNavbar }),
    ...(image !== undefined && { image }),
    ...(town !== undefined && { town }),
    ...(state !== undefined && { state }),
  };
}

/** Name and slug among the siblings; a changed name keeps the slug. 409 for a name in use. */
async function namesOf(
  input: { name?: string | undefined; slug?: string | undefined },
  before: GroupRow | undefined,
  siblings: GroupRow[],
): Promise<{ name: string; slug: string }> {
  const name = input.name ?? before?.name ?? '';
  if (siblings.some((sibling) => sibling.name.toLowerCase() === name.toLowerCase())) {
    const message = `“${name}” exists already`;
    throw conflict('name_taken', message, { errors: { name: message } });
  }
  if (before && (!input.slug?.trim() || input.slug === before.slug)) return { name, slug: before.slug };
  const listUsed = async () => siblings.map(({ slug }) => slug);
  return { name, slug: await chooseSlug({ name, slug: input.slug }, 'group', listUsed) };
}

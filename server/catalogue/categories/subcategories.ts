import type { GroupChange, NewGroup, Subcategory } from '../../../shared/contract/catalogue-admin.ts';
import { isId } from '../../../shared/id.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import type { Trx } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { checkPictures } from '../products/pictures.ts';
import { checkIds, getRow } from './categories.ts';
import { inUse, settleNames } from './group-names.ts';
import { writeGroups } from './group-queries.ts';
import * as queries from './queries.ts';

/** Reads subcategories (spec §7 Categories). */
export const subcategories = ({ db }: Pick<Deps, 'db'>) => ({
  /** All subcategories with their categories, in display order. */
  async listSubcategories(): Promise<Subcategory[]> {
    return (await queries.listSubcategories(db)).map(present);
  },

  /** A subcategory by id, or by slug: the first one if several categories have it. 404. */
  async getSubcategory(idOrSlug: string): Promise<Subcategory> {
    const [row] = await queries.listSubcategories(db, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug });
    if (!row) throw missing();
    return present(row);
  },
});

/** The changes that an admin makes to subcategories (spec §7 Categories). */
export function subcategoryEdits({ db }: Pick<Deps, 'db'>, admin: Admin) {
  const write = <T>(work: (trx: Trx) => Promise<T>) => writeGroups(db, 'categories', work);
  const read = subcategories({ db }).getSubcategory;

  return {
    /** Makes one, last in its category. 404; 409 for a name or slug in use there. */
    async createSubcategory(categoryId: string, input: NewGroup): Promise<Subcategory> {
      const id = await write(async (trx) => {
        const parent = await getRow(trx, categoryId);
        const names = settleNames(input, undefined, await queries.siblingsOf(trx, parent.id));
        const columns = { ...names, ...(await moreOf(trx, input)), categoryId: parent.id };
        const id = await queries.insertSubcategory(trx, columns);
        await recordAudit(trx, admin, { action: 'subcategory.create', subject: id, detail: names });
        return id;
      });
      return read(id);
    },

    /** Changes what is given. 404; 409 for a name or slug in use. */
    async updateSubcategory(categoryId: string, subId: string, input: GroupChange): Promise<Subcategory> {
      const id = await write(async (trx) => {
        const { row, others } = await getAmong(trx, categoryId, subId);
        const names = settleNames(input, row, others);
        await queries.updateSubcategory(trx, row.id, { ...names, ...(await moreOf(trx, input)) });
        const after = (await getAmong(trx, categoryId, row.id)).row;
        const detail = { changes: changesBetween(row, after) };
        await recordAudit(trx, admin, { action: 'subcategory.update', subject: row.id, detail });
        return row.id;
      });
      return read(id);
    },

    /** Removes one that no product uses; else 409 that says how many. */
    async deleteSubcategory(categoryId: string, subId: string): Promise<void> {
      await write(async (trx) => {
        const { row } = await getAmong(trx, categoryId, subId);
        const uses = await queries.countProducts(trx, 'subcategoryId', row.id);
        if (uses > 0) throw inUse('subcategory', uses);
        await queries.deleteSubcategory(trx, row.id);
        const detail = { name: row.name };
        await recordAudit(trx, admin, { action: 'subcategory.delete', subject: row.id, detail });
      });
    },

    /** Puts these first in their category, in this order. */
    async reorderSubcategories(categoryId: string, subcategoryIds: string[]): Promise<void> {
      checkIds('subcategoryIds', subcategoryIds);
      await write(async (trx) => {
        const parent = await getRow(trx, categoryId);
        await queries.reorderSubcategories(trx, parent.id, subcategoryIds);
        await recordAudit(trx, admin, { action: 'subcategory.reorder', subject: parent.id });
      });
    },

    /** Moves one, with its products, to another category, where it stands last. 404; 409 for its name there. */
    async moveSubcategory(categoryId: string, subId: string, targetId: string): Promise<Subcategory> {
      const id = await write(async (trx) => {
        const { row } = await getAmong(trx, categoryId, subId);
        const target = await getRow(trx, targetId);
        const there = await queries.siblingsOf(trx, target.id);
        const others = there.filter((each) => each.id !== row.id);
        const names = settleNames({ name: row.name }, undefined, others);
        const position = there.length;
        await queries.updateSubcategory(trx, row.id, { ...names, categoryId: target.id, position });
        const detail = { to: target.id };
        await recordAudit(trx, admin, { action: 'subcategory.move', subject: row.id, detail });
        return row.id;
      });
      return read(id);
    },
  };
}

/** Description and picture, where they are given. */
async function moreOf(trx: Trx, { description, image }: GroupChange) {
  if (image) await checkPictures(trx, [image], 'category', 'image');
  return { ...(description !== undefined && { description }), ...(image !== undefined && { image }) };
}

async function getAmong(trx: Trx, categoryId: string, subId: string) {
  const parent = await getRow(trx, categoryId);
  const all = await queries.siblingsOf(trx, parent.id);
  const row = all.find(({ id, slug }) => id === subId || slug === subId);
  if (!row) throw missing();
  return { row, others: all.filter((each) => each !== row) };
}

const present = (row: queries.SubcategoryRow): Subcategory => ({
  _id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  image: row.image,
  order: row.position,
  parentCategory: { _id: row.parentId, name: row.parentName, slug: row.parentSlug },
});

const missing = () => notFound('Subcategory not found.');

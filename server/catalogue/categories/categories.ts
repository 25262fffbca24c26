import type { Category } from '../../../shared/contract/catalogue.ts';
import type { CategoryChange, NewGroup } from '../../../shared/contract/catalogue-admin.ts';
import { isId } from '../../../shared/id.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import type { Trx } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, notFound } from '../../errors.ts';
import { checkPictures } from '../products/pictures.ts';
import { presentCategory } from '../products/present.ts';
import { listCategories } from '../products/queries.ts';
import { inUse, settleNames } from './group-names.ts';
import { findGroupNames, writeGroups } from './group-queries.ts';
import * as queries from './queries.ts';

/** Writing categories (spec §7 Categories), by admins alone. */
export function categoryEdits({ db }: Deps, admin: Admin) {
  const write = <T>(work: (trx: Trx) => Promise<T>) => writeGroups(db, 'categories', work);
  const read = async (id: string): Promise<Category> => {
    const row = (await listCategories(db)).find((each) => each.id === id);
    if (!row) throw missing();
    return presentCategory(row);
  };

  return {
    /** Makes a category, last in its order. 409 for a name or slug in use. */
    async createCategory(input: CategoryChange & NewGroup, upload?: string): Promise<Category> {
      const id = await write(async (trx) => {
        const id = await queries.insertCategory(trx, await columnsOf(trx, input, undefined, upload));
        await recordAudit(trx, admin, {
          action: 'category.create',
          subject: id,
          detail: { name: input.name },
        });
        return id;
      });
      return read(id);
    },

    /** Changes what is given. 404; 409 for a name or slug in use. */
    async updateCategory(idOrSlug: string, input: CategoryChange, upload?: string): Promise<Category> {
      const id = await write(async (trx) => {
        const now = await getRow(trx, idOrSlug);
        await queries.updateCategory(trx, now.id, await columnsOf(trx, input, now, upload));
        const detail = { changes: changesBetween(now, await getRow(trx, now.id)) };
        await recordAudit(trx, admin, { action: 'category.update', subject: now.id, detail });
        return now.id;
      });
      return read(id);
    },

    /** Removes a category and its subcategories. 409 that says how many products use it. */
    async deleteCategory(idOrSlug: string): Promise<void> {
      await write(async (trx) => {
        const { id, name } = await getRow(trx, idOrSlug);
        const uses = await queries.countProducts(trx, 'categoryId', id);
        if (uses > 0) throw inUse('category', uses);
        await queries.deleteCategory(trx, id);
        await recordAudit(trx, admin, { action: 'category.delete', subject: id, detail: { name } });
      });
    },

    /** Puts these categories first, in this order: in the list, or in the navigation. */
    async reorderCategories(
      place: 'position' | 'navbarPosition',
      categoryIds: string[],
    ): Promise<Category[]> {
      checkIds('categoryIds', categoryIds);
      await write(async (trx) => {
        await queries.reorderCategories(trx, place, categoryIds);
        await recordAudit(trx, admin, { action: 'category.reorder', subject: place });
      });
      return (await listCategories(db)).map(presentCategory);
    },
  };
}

/** The category of an id or slug, or 404. */
export async function getRow(trx: Trx, idOrSlug: string) {
  const row = await queries.findCategory(trx, idOrSlug);
  if (!row) throw missing();
  return row;
}

async function columnsOf(
  trx: Trx,
  input: CategoryChange,
  now: { id: string; name: string; slug: string } | undefined,
  upload: string | undefined,
) {
  const { description, showInNavbar } = input;
  const image = upload ?? input.image;
  if (image) await checkPictures(trx, [image], 'category', 'image');
  const names = settleNames(input, now, await findGroupNames(trx, 'categories', now?.id));
  return {
    ...names,
    ...(description !== undefined && { description }),
    ...(showInNavbar !== undefined && { showInNavbar }),
    ...(image !== undefined && { image }),
  };
}

const missing = () => notFound('Category not found.');

/** Throws 400 for a list with what can be no id of ours. */
export function checkIds(field: string, ids: string[]): void {
  if (!ids.every(isId) || new Set(ids).size < ids.length) throw badField(field, 'Not a list of ids');
}

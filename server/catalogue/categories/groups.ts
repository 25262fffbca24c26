import type { Group, GroupChange, NewGroup } from '../../../shared/contract/catalogue-admin.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { checkPictures } from '../products/pictures.ts';
import { inUse, settleNames } from './group-names.ts';
import * as queries from './group-queries.ts';

const words = {
  brands: { noun: 'brand', missing: 'Brand not found.', kind: 'brand' },
  productTypes: { noun: 'product type', missing: 'Product type not found.', kind: 'brand' },
} as const;

async function row(trx: Trx | Database, table: queries.GroupTable, idOrSlug: string) {
  const found = await queries.findGroup(trx, table, idOrSlug);
  if (!found) throw notFound(words[table].missing);
  return found;
}

/** Reads brands and product types (spec §7 Other catalogue calls). */
export const groups = ({ db }: Pick<Deps, 'db'>) => ({
  /** One page by name, with the total. */
  async listGroups(table: queries.GroupTable, paging: { page: number; limit: number }) {
    const { rows, total } = await queries.listGroups(db, table, paging);
    return { groups: rows.map(present), total };
  },

  /** One by id or slug, or 404. */
  async getGroup(table: queries.GroupTable, idOrSlug: string): Promise<Group> {
    return present(await row(db, table, idOrSlug));
  },
});

/** The changes that an admin makes to brands and product types (spec §7 Other catalogue calls). */
export function groupEdits({ db }: Pick<Deps, 'db'>, admin: Admin) {
  const columns = async (
    trx: Trx,
    table: queries.GroupTable,
    input: GroupChange,
    now: queries.GroupRow | undefined,
    upload: string | undefined,
  ): Promise<queries.GroupColumns> => {
    const { description } = input;
    const image = upload ?? input.image;
    if (image) await checkPictures(trx, [image], words[table].kind, 'image');
    const names = settleNames(input, now, await queries.findGroupNames(trx, table, now?.id));
    return {
      ...names,
      ...(description !== undefined && { description }),
      ...(image !== undefined && { image }),
    };
  };

  return {
    /** Makes one. 409 for a name that is there already. */
    async createGroup(table: queries.GroupTable, input: NewGroup, upload?: string): Promise<Group> {
      return queries.writeGroups(db, table, async (trx) => {
        const id = await queries.insertGroup(trx, table, await columns(trx, table, input, undefined, upload));
        await recordAudit(trx, admin, {
          action: `${table}.create`,
          subject: id,
          detail: { name: input.name },
        });
        return present(await row(trx, table, id));
      });
    },

    /** Changes what is given. 404; 409 for a name or slug in use. */
    async updateGroup(table: queries.GroupTable, idOrSlug: string, input: GroupChange, upload?: string) {
      return queries.writeGroups(db, table, async (trx) => {
        const now = await row(trx, table, idOrSlug);
        await queries.updateGroup(trx, table, now.id, await columns(trx, table, input, now, upload));
        const after = present(await row(trx, table, now.id));
        const detail = { changes: changesBetween(present(now), after) };
        await recordAudit(trx, admin, { action: `${table}.update`, subject: now.id, detail });
        return after;
      });
    },

    /** Removes one that no product uses; else 409 that says how many. */
    async deleteGroup(table: queries.GroupTable, idOrSlug: string): Promise<void> {
      await queries.writeGroups(db, table, async (trx) => {
        const { id, name } = await row(trx, table, idOrSlug);
        const uses = await queries.countUses(trx, table, id);
        if (uses > 0) throw inUse(words[table].noun, uses);
        await queries.deleteGroup(trx, table, id);
        await recordAudit(trx, admin, { action: `${table}.delete`, subject: id, detail: { name } });
      });
    },
  };
}

const present = ({ id, name, slug, description, image }: queries.GroupRow): Group => ({
  _id: id,
  ...{ name, slug, description, image },
});

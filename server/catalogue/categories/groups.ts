import type { Group, GroupChange, NewGroup } from '../../../shared/contract/catalogue-admin.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import type { Trx } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { checkPictures } from '../products/pictures.ts';
import { inUse, settleNames } from './group-names.ts';
import * as queries from './group-queries.ts';

const words = {
  brands: { noun: 'brand', missing: 'Brand not found.', kind: 'brand' },
  productTypes: { noun: 'product type', missing: 'Product type not found.', kind: 'brand' },
} as const;

/** Brands and product types (spec §7 Other catalogue calls): reading for all, writing by admins. */
export function groups({ db }: Deps, actor: Actor) {
  const row = async (trx: Trx | Deps['db'], table: queries.GroupTable, idOrSlug: string) => {
    const found = await queries.findGroup(trx, table, idOrSlug);
    if (!found) throw notFound(words[table].missing);
    return found;
  };
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
    /** All of them by name, a page at a time, with how many there are. */
    async listGroups(table: queries.GroupTable, paging: { page: number; limit: number }) {
      const { rows, total } = await queries.listGroups(db, table, paging);
      return { groups: rows.map(present), total };
    },

    /** One by id or slug, or 404. */
    async getGroup(table: queries.GroupTable, idOrSlug: string): Promise<Group> {
      return present(await row(db, table, idOrSlug));
    },

    /** Makes one. 409 for a name that is there already. */
    async createGroup(table: queries.GroupTable, input: NewGroup, upload?: string): Promise<Group> {
      return queries.writeGroups(db, table, async (trx) => {
        const id = await queries.insertGroup(trx, table, await columns(trx, table, input, undefined, upload));
        await recordAudit(trx, actor, {
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
        await recordAudit(trx, actor, { action: `${table}.update`, subject: now.id, detail });
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
        await recordAudit(trx, actor, { action: `${table}.delete`, subject: id, detail: { name } });
      });
    },
  };
}

const present = ({ id, name, slug, description, image }: queries.GroupRow): Group => ({
  _id: id,
  ...{ name, slug, description, image },
});

import { sql } from 'kysely';
import type {
  OwnedSizeGuide,
  SizeGuide,
  SizeGuideList,
} from '../../../shared/contract/catalogue/size-guides.ts';
import type { Database, Trx } from '../../db/database.ts';

export async function findSizeGuide(db: Database, id: string): Promise<SizeGuide | undefined> {
  const { rows } = await sql<SizeGuide>`
    select id as _id, name, note, rows from size_guides where id = ${id}::uuid`.execute(db.withoutPlugins());
  return rows[0];
}

/** All size guides in the merchant's order. */
export async function listSizeGuides(db: Database): Promise<OwnedSizeGuide[]> {
  const { rows } = await sql<OwnedSizeGuide>`
    select id as _id, name, note, rows, group_ids as groups from size_guides order by position`.execute(
    db.withoutPlugins(),
  );
  return rows;
}

/** Replaces all size guides. */
export async function replaceSizeGuides(trx: Trx, guides: SizeGuideList['guides']): Promise<void> {
  // Those of another admin who saves at the same time are replaced too.
  await sql`lock table size_guides in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('sizeGuides').execute();
  if (guides.length === 0) return;
  await trx
    .insertInto('sizeGuides')
    .values(
      guides.map(({ _id, name, note, rows, groups }, position) => ({
        ...(_id && { id: _id }),
        name,
        note,
        rows: JSON.stringify(rows),
        groupIds: groups,
        position,
      })),
    )
    .execute();
}

/**
 * The size guide of a product as JSON with id and name: that of its subcategory, else of its category. For products with
 * options only.
 */
export const sizeGuideOfProduct = sql`(select json_build_object('_id', g.id, 'name', g.name) from size_guides g
  where products.options <> '[]' and g.group_ids && array[products.category_id, products.subcategory_id]
  order by products.subcategory_id = any(g.group_ids) desc nulls last, g.position limit 1)`;

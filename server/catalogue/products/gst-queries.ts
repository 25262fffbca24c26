import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Whether the shop has a GSTIN, so that its prices contain GST. */
export async function chargesGst(trx: Trx): Promise<boolean> {
  const found = await trx
    .selectFrom('siteInfo')
    .select('id')
    .where(sql<boolean>`settings->>'gstin' <> ''`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The HSN codes of products that have one, by product. */
export async function findHsnCodes(trx: Trx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('products').select(['id', 'hsn']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, hsn }): [string, string][] => (hsn ? [[id, hsn]] : [])));
}

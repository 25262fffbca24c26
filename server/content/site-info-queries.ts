import type { SiteContent } from '../../shared/contract/content.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';

export async function getSiteInfo(db: Database | Trx) {
  return db.selectFrom('siteInfo').selectAll().executeTakeFirstOrThrow();
}

export async function lockSiteInfo(trx: Trx) {
  return trx.selectFrom('siteInfo').selectAll().forUpdate().executeTakeFirstOrThrow();
}
export type SiteInfoRow = Awaited<ReturnType<typeof lockSiteInfo>>;

export async function saveSiteInfo(
  trx: Trx,
  { content, settings, updatedAt }: { content: SiteContent; settings: Settings; updatedAt: Date },
): Promise<SiteInfoRow> {
  return trx
    .updateTable('siteInfo')
    .set((eb) => ({
      content: JSON.stringify(content),
      settings: JSON.stringify(settings),
      version: eb('version', '+', 1),
      updatedAt,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those of these pictures that are none of the shop's own for this use. */
export async function unknownSitePictures(trx: Trx, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await trx
    .selectFrom('mediaFiles')
    .select('path')
    .where('path', 'in', paths)
    .where('kind', '=', 'site')
    .execute();
  const known = new Set(rows.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}

/** The mailbox of an account, if it has one. */
export async function findEmail(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}

import type { SiteContent } from '../../shared/contract/content.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';

export async function lockSiteInfo(trx: Trx) {
  return trx.selectFrom('siteInfo').selectAll().forUpdate().executeTakeFirstOrThrow();
}

/** The values of the demo seed; null if the shop was not filled with them. */
export async function findDemoValues(db: Database | Trx) {
  const { demo } = await db.selectFrom('siteInfo').select('demo').executeTakeFirstOrThrow();
  return demo;
}

export async function saveSiteInfo(
  trx: Trx,
  { content, settings, updatedAt }: { content: SiteContent; settings: Settings; updatedAt: Date },
) {
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

/** The e-mail address of an account, if it has one. */
export async function findEmail(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}

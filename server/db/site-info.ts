import type { Selectable } from 'kysely';
import { siteContent } from '../../shared/contract/content.ts';
import { type SiteInfoAdmin, settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from './database.ts';
import type { SiteInfo } from './schema.ts';

/** The site information and settings of the shop. Throws if the stored JSON does not match its schema. */
export async function readSiteInfo(db: Database | Trx): Promise<SiteInfoAdmin> {
  return parseSiteInfo(await db.selectFrom('siteInfo').selectAll().executeTakeFirstOrThrow());
}

export const parseSiteInfo = (row: Selectable<SiteInfo>): SiteInfoAdmin => ({
  ...siteContent.parse(row.content),
  ...settings.parse(row.settings),
  _id: row.id,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
});

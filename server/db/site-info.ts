import { type Selectable, sql } from 'kysely';
import { siteContent } from '../../shared/contract/content.ts';
import { type SiteInfoAdmin, settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from './database.ts';
import type { SiteInfo } from './schema.ts';

let last: { text: string; parsed: Readonly<SiteInfoAdmin> } | undefined;

/**
 * The site information and settings of the shop. Each call reads the row, but parses it only if it has changed since the
 * last call; the result is shared, so it can't be modified. Throws if the stored JSON does not match its schema.
 */
export async function readSiteInfo(db: Database | Trx): Promise<Readonly<SiteInfoAdmin>> {
  const row = await db
    .selectFrom('siteInfo')
    .select(['id', 'version', 'updatedAt'])
    .select([sql<string>`content::text`.as('content'), sql<string>`settings::text`.as('settings')])
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(row);
  if (last?.text === text) return last.parsed;
  const [content, stored] = [JSON.parse(row.content), JSON.parse(row.settings)];
  const parsed = Object.freeze(parseSiteInfo({ ...row, content, settings: stored }));
  last = { text, parsed };
  return parsed;
}

type Row = Pick<Selectable<SiteInfo>, 'id' | 'version' | 'updatedAt' | 'content' | 'settings'>;

export const parseSiteInfo = (row: Row): SiteInfoAdmin => ({
  ...siteContent.parse(row.content),
  ...settings.parse(row.settings),
  _id: row.id,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
});

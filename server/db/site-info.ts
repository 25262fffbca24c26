import { type Selectable, sql } from 'kysely';
import { siteContent } from '../../shared/contract/content.ts';
import { type SiteInfoAdmin, settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from './database.ts';
import type { SiteInfo } from './schema.ts';

let last: { key: string; parsed: Readonly<SiteInfoAdmin> } | undefined;

/** Changes with each change of the row, also one that does not count its version. */
const key = sql<string>`concat_ws(' ', id, version, updated_at, xmin)`;

/**
 * The site information and settings of the shop. Each call asks for the row, but reads and parses it only if it has
 * changed since the last call; the result is shared, so it can't be modified. Throws if the stored JSON does not match
 * its schema.
 */
export async function readSiteInfo(db: Database | Trx): Promise<Readonly<SiteInfoAdmin>> {
  const unless = (column: 'content' | 'settings') =>
    sql<string | null>`case when ${key} <> ${last?.key ?? ''} then ${sql.ref(column)}::text end`;
  const row = await db
    .selectFrom('siteInfo')
    .select(['id', 'version', 'updatedAt', key.as('key')])
    .select([unless('content').as('content'), unless('settings').as('settings')])
    .executeTakeFirstOrThrow();
  if (row.content === null || row.settings === null) {
    // Another call may have read a later one meanwhile.
    return last?.key === row.key ? last.parsed : readSiteInfo(db);
  }
  const [content, stored] = [JSON.parse(row.content), JSON.parse(row.settings)];
  const parsed = Object.freeze(parseSiteInfo({ ...row, content, settings: stored }));
  last = { key: row.key, parsed };
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

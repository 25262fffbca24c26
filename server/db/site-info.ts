import { type Selectable, sql } from 'kysely';
import { siteContent } from '../../shared/contract/content.ts';
import { type Opening, opening } from '../../shared/contract/opening.ts';
import { type SiteInfoAdmin, settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from './database.ts';
import type { SiteInfo } from './schema.ts';

/** The site information and settings, and whether the shop is open. */
export type ShopInfo = SiteInfoAdmin & { opening: Opening };

let last: { key: string; parsed: Readonly<ShopInfo> } | undefined;

/** Changes with each change of the row, also one that does not count its version. */
const key = sql<string>`concat_ws(' ', id, version, updated_at, xmin)`;

/**
 * The site information and settings of the shop. Each call asks for the row, but reads and parses it only if it has
 * changed since the last call; the result is shared, so it can't be modified. Throws if the stored JSON does not match
 * its schema.
 */
export async function readSiteInfo(db: Database | Trx): Promise<Readonly<ShopInfo>> {
  const unless = (column: 'content' | 'settings' | 'opening') =>
    sql<string | null>`case when ${key} <> ${last?.key ?? ''} then ${sql.ref(column)}::text end`;
  const row = await db
    .selectFrom('siteInfo')
    .select(['id', 'version', 'updatedAt', key.as('key')])
    .select([unless('content').as('content'), unless('settings').as('settings')])
    .select(unless('opening').as('opening'))
    .executeTakeFirstOrThrow();
  if (row.content === null || row.settings === null || row.opening === null) {
    // Another call may have read a later one meanwhile.
    return last?.key === row.key ? last.parsed : readSiteInfo(db);
  }
  const texts = [row.content, row.settings, row.opening];
  const [content, stored, opened] = texts.map((text) => JSON.parse(text));
  const parsed = Object.freeze({
    ...parseSiteInfo({ ...row, content, settings: stored }),
    opening: opening.parse(opened),
  });
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

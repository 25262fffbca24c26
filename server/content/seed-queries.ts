import type { SiteContent } from '../../shared/contract/content.ts';
import type { PolicyTemplate } from '../../shared/contract/policies.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';

/** Whether the shop has been filled: the row of site information is created then and never deleted. */
export async function hasSiteInfo(db: Database | Trx): Promise<boolean> {
  const row = await db.selectFrom('siteInfo').select('id').executeTakeFirst();
  return row !== undefined;
}

export async function insertSiteInfo(
  trx: Trx,
  content: SiteContent,
  settings: Partial<Settings>,
  isDemo: boolean,
): Promise<void> {
  const demo = isDemo ? JSON.stringify({ ...content, ...settings }) : null;
  await trx
    .insertInto('siteInfo')
    .values({ content: JSON.stringify(content), settings: JSON.stringify(settings), demo })
    .execute();
}

export async function insertPolicies(trx: Trx, policies: PolicyTemplate[], isDemo: boolean): Promise<void> {
  const rows = policies.map(({ type, title, content, sections }) => ({
    type,
    title,
    content,
    isDemo,
    sections: JSON.stringify(sections.map((section, order) => ({ ...section, order }))),
  }));
  await trx.insertInto('policies').values(rows).execute();
}

import type { SiteContent } from '../../shared/contract/content.ts';
import type { PolicyType } from '../../shared/contract/policies.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';
import type { PolicyText } from './policy-queries.ts';

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
    .values({
      content: JSON.stringify(content),
      settings: JSON.stringify(settings),
      opening: JSON.stringify({ isOpen: isDemo }),
      demo,
    })
    .execute();
}

export async function insertPolicies(
  trx: Trx,
  policies: (PolicyText & { type: PolicyType })[],
  isDemo: boolean,
): Promise<void> {
  const rows = policies.map((policy) => ({
    ...policy,
    isDemo,
    isActive: isDemo,
    sections: JSON.stringify(policy.sections),
  }));
  await trx.insertInto('policies').values(rows).execute();
}

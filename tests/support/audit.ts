import { expect } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { audit } from '../../server/reports/audit.ts';

/** Runs the audit (threats §6.3). Every test that moves money or stock ends with it. */
export async function expectCleanAudit(shop: { db: Deps['db']; deps: Pick<Deps, 'files'> }): Promise<void> {
  expect(await audit(shop.db, shop.deps.files)).toEqual([]);
}

import { expect } from 'vitest';
import { audit } from '../../server/reports/audit.ts';
import type { TestShop } from './shop.ts';

/** Runs the audit (threats §6.3). Every test that moves money or stock ends with it. */
export async function expectCleanAudit(shop: Pick<TestShop, 'db' | 'deps'>): Promise<void> {
  expect(await audit(shop.db, shop.deps.files)).toEqual([]);
}

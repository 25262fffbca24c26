import { expect } from 'vitest';
import { audit } from '../../server/reports/audit.ts';
import type { TestShop } from './shop.ts';

/** All that was done to this shop has left its books in order (threats §6.3): for the end of every test of money. */
export async function expectCleanAudit(shop: Pick<TestShop, 'db' | 'deps'>): Promise<void> {
  expect(await audit(shop.db, shop.deps.files)).toEqual([]);
}

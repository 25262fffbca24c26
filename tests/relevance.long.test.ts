import { expect, test } from 'vitest';
import { fillForRelevance, scoreRelevance } from '../bench/relevance.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { createTestDatabase } from './support/database.ts';

test('at least 95 % of 150 searches have the expected product among the first three', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.url);
  try {
    const db = openDatabase(pool);
    await fillForRelevance(db);
    const { score, searches, missed } = await scoreRelevance(db);
    expect(searches).toBeGreaterThanOrEqual(150);
    expect(score, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  } finally {
    await pool.end();
    await database.drop();
  }
});

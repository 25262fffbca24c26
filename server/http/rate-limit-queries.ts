import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Six bytes, which a number can represent. */
const hashOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6);

/** A window in the future was written by a clock that has been set back since. */
const isCurrent = sql<boolean>`request_counters.window_start
  between now() - interval '1 minute' and now() + interval '1 minute'`;

/**
 * Counts a request of each key. Returns how many there have been in the current minute, and the seconds until it ends.
 */
export async function countRequests(
  db: Database,
  keys: string[],
): Promise<{ requests: number; endsInSeconds: number }[]> {
  const hashes = keys.map(hashOf);
  const counted = await db
    .insertInto('requestCounters')
    // In one order, so that concurrent requests lock the rows in it.
    .values(
      [...new Set(hashes)]
        .sort((a, b) => a - b)
        .map((keyHash) => ({ keyHash, windowStart: sql`now()`, requests: 1 })),
    )
    .onConflict((conflict) =>
      conflict.column('keyHash').doUpdateSet({
        requests: sql`case when ${isCurrent} then request_counters.requests + 1 else 1 end`,
        windowStart: sql`case when ${isCurrent} then request_counters.window_start else now() end`,
      }),
    )
    .returning([
      'keyHash',
      'requests',
      sql<number>`ceil(extract(epoch from window_start - now()) + 60)::int`.as('endsInSeconds'),
    ])
    .execute();
  const rows = new Map(counted.map((row) => [row.keyHash, row]));
  return hashes.map((hash) => rows.get(hash) ?? { requests: 0, endsInSeconds: 0 });
}

/** Deletes the counters of minutes that are over, except those that are being changed. */
export async function deleteOldCounters(db: Database): Promise<void> {
  await db
    .deleteFrom('requestCounters')
    .where('keyHash', 'in', (eb) =>
      eb
        .selectFrom('requestCounters')
        .select('keyHash')
        .where(sql<boolean>`not ${isCurrent}`)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** At most `max` requests with this key in a window of this length. */
export type Quota = { key: string; max: number; seconds: number };

/** A window that ends even later was written by a clock that has been set back since. */
const toleranceMs = 60_000;

/** Six bytes, which a number can represent. */
const hashOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6);

/** The requests of these keys in their current windows, and the seconds until those end, in the order of the quotas. */
export async function readRequests(db: Database, quotas: Quota[], now: Date) {
  const rows = await db
    .selectFrom('requestQuotas')
    .select(['keyHash', 'requests', 'endsAt'])
    .where(
      'keyHash',
      'in',
      quotas.map(({ key }) => hashOf(key)),
    )
    .execute();
  return quotas.map(({ key, seconds }) => {
    const row = rows.find(({ keyHash }) => keyHash === hashOf(key));
    const left = row ? (row.endsAt.getTime() - now.getTime()) / 1000 : 0;
    return left > 0 && left <= seconds + toleranceMs / 1000
      ? { requests: row?.requests ?? 0, left }
      : { requests: 0, left: seconds };
  });
}

/** Takes back a request that was counted in the current window. */
export async function uncountRequest(db: Database, { key }: Quota, now: Date): Promise<void> {
  await db
    .updateTable('requestQuotas')
    .set((eb) => ({ requests: eb('requests', '-', 1) }))
    .where('keyHash', '=', hashOf(key))
    .where('endsAt', '>', now)
    .where('requests', '>', 0)
    .execute();
}

/** Counts a request; returns how many there have been in the current window. */
export async function countRequest(db: Database, { key, seconds }: Quota, now: Date): Promise<number> {
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const isCurrent = sql<boolean>`request_quotas.ends_at > ${now}
    and request_quotas.ends_at <= ${new Date(endsAt.getTime() + toleranceMs)}`;
  const { requests } = await db
    .insertInto('requestQuotas')
    .values({ keyHash: hashOf(key), endsAt, requests: 1 })
    .onConflict((conflict) =>
      conflict.column('keyHash').doUpdateSet({
        requests: sql`case when ${isCurrent} then request_quotas.requests + 1 else 1 end`,
        endsAt: sql`case when ${isCurrent} then request_quotas.ends_at else excluded.ends_at end`,
      }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow();
  return requests;
}

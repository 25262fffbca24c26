import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, type Trx, transaction } from '../../db/database.ts';

/** The rows of some counters, in ascending order, so that concurrent attempts lock them in one order. */
const slotsOf = (keys: string[]): number[] =>
  [...new Set(keys.map((key) => createHash('sha256').update(key).digest().readUInt16BE()))].sort(
    (a, b) => a - b,
  );

const windowMs = 60_000;
/** A window in the future was written by a clock that has been set back since. */
const windowOf = (now: Date) => sql<boolean>`attempt_counters.window_start
  between ${new Date(now.getTime() - windowMs)} and ${new Date(now.getTime() + windowMs)}`;

/** Whether one of these counters has reached `max` within a minute. */
export async function isUsedUp(db: Database | Trx, keys: string[], max: number, now: Date): Promise<boolean> {
  const full = await db
    .selectFrom('attemptCounters')
    .select('slot')
    .where('slot', 'in', slotsOf(keys))
    .where('attempts', '>=', max)
    .where(windowOf(now))
    .executeTakeFirst();
  return full !== undefined;
}

/** Counts an attempt on all of these counters; on none, and returns false, if one has reached `max`. */
export const countAttempt = (db: Database, keys: string[], max: number, now: Date): Promise<boolean> =>
  transaction(db, (trx) => count(trx, slotsOf(keys), max, now));

/**
 * Runs `check`, and counts an attempt on all of these counters if it returns an error, which this returns too. 'refused'
 * without a check if one of them has reached `max`. Checks with a counter in common run one after the other, in all
 * processes: concurrent attempts can't exceed `max`, and one without an error uses nothing up, not even for a moment.
 * `check` must be quick, because it has a connection of the database and others wait for it.
 */
export async function countIfWrong<E>(
  db: Database,
  keys: string[],
  { max, now }: { max: number; now: Date },
  check: (trx: Trx) => Promise<E | undefined>,
): Promise<E | 'refused' | undefined> {
  const slots = slotsOf(keys);
  return transaction(db, async (trx) => {
    for (const slot of slots)
      await sql`select pg_advisory_xact_lock(hashtextextended('attempt ' || ${slot}::text, 0))`.execute(trx);
    if (await isUsedUp(trx, keys, max, now)) return 'refused';
    const error = await check(trx);
    if (error) await count(trx, slots, max, now);
    return error;
  });
}

async function count(trx: Trx, slots: number[], max: number, now: Date): Promise<boolean> {
  const isCurrent = windowOf(now);
  const counted = await trx
    .insertInto('attemptCounters')
    .values(slots.map((slot) => ({ slot, windowStart: now, attempts: 1 })))
    .onConflict((conflict) =>
      conflict
        .column('slot')
        .doUpdateSet({
          attempts: sql`case when ${isCurrent} then attempt_counters.attempts + 1 else 1 end`,
          windowStart: sql`case when ${isCurrent} then attempt_counters.window_start else ${now} end`,
        })
        .where(sql<boolean>`not ${isCurrent} or attempt_counters.attempts < ${max}`),
    )
    .returning('slot')
    .execute();
  const isWithin = counted.length === slots.length;
  if (!isWithin && counted.length > 0)
    await takeBack(
      trx,
      counted.map(({ slot }) => slot),
    );
  return isWithin;
}

/** Takes back an attempt that did not fail. */
export async function uncountAttempt(db: Database, keys: string[]): Promise<void> {
  // One row each, so that no row is locked while another one is awaited.
  for (const slot of slotsOf(keys)) await takeBack(db, [slot]);
}

async function takeBack(db: Database | Trx, slots: number[]): Promise<void> {
  await db
    .updateTable('attemptCounters')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('slot', 'in', slots)
    .where('attempts', '>', 0)
    .execute();
}

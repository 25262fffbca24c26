import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

const maxRows = 500;

/** Adds these searches to those that are kept, the 500 most frequent ones. */
export async function addMissedSearches(
  db: Database,
  missed: { query: string; count: number; lastAt: Date }[],
): Promise<void> {
  await db
    .insertInto('missedSearches')
    // In order, so that two processes do not wait for each other.
    .values(missed.toSorted((a, b) => (a.query < b.query ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('query').doUpdateSet({
        count: sql`missed_searches.count + excluded.count`,
        lastAt: sql`excluded.last_at`,
      }),
    )
    .execute();
  await db
    .deleteFrom('missedSearches')
    .where('query', 'in', (eb) =>
      eb
        .selectFrom('missedSearches')
        .select('query')
        .orderBy('count', 'desc')
        .orderBy('lastAt', 'desc')
        .offset(maxRows),
    )
    .execute();
}

/** The searches that found nothing, the most frequent ones first. */
export const listMissedSearches = (db: Database, limit: number) =>
  db
    .selectFrom('missedSearches')
    .selectAll()
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute();

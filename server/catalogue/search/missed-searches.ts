import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { addMissedSearches } from './missed-search-queries.ts';

type Missed = Map<string, { count: number; lastAt: Date }>;

/** Searches that are not written yet. Only the page of results adds to them, so that unfinished words are not counted. */
const waiting = new WeakMap<Database, Missed>();
const maxWaiting = 100;
const writeAfterMs = 60_000;

/**
 * Counts a search that found nothing, unless it has an "@" or more than four digits and may be personal. All of them are
 * written together once a minute, because anyone can search.
 */
export function countMissedSearch(deps: Pick<Deps, 'db' | 'clock' | 'log'>, search: string): void {
  const query = search.normalize().toLowerCase().replace(/\s+/g, ' ').trim();
  const isPersonal = query.includes('@') || (query.match(/\p{Nd}/gu)?.length ?? 0) > 4;
  if (query.length < 2 || query.length > 60 || isPersonal) return;
  let missed = waiting.get(deps.db);
  if (!missed) {
    missed = new Map();
    waiting.set(deps.db, missed);
    setTimeout(() => {
      writeMissedSearches(deps).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'searches without a result were not counted'),
      );
    }, writeAfterMs).unref();
  }
  const count = missed.get(query)?.count ?? 0;
  if (count > 0 || missed.size < maxWaiting)
    missed.set(query, { count: count + 1, lastAt: deps.clock.now() });
}

/** Writes the searches that have been counted since the last time. */
export async function writeMissedSearches({ db }: Pick<Deps, 'db'>): Promise<void> {
  const missed = waiting.get(db);
  waiting.delete(db);
  if (missed)
    await addMissedSearches(
      db,
      [...missed].map(([query, { count, lastAt }]) => ({ query, count, lastAt })),
    );
}

import type { Database } from '../../db/database.ts';
import { interpretSearch } from './interpret-search.ts';
import { readPriceWords } from './price-words.ts';

/** How many other searches are tried for one without a result. */
const maxTried = 4;

/**
 * A search that finds something instead of one that does not: without the words that the shop lacks, with typing mistakes
 * corrected, or with one word less. `find` returns what a search finds. Undefined if none of them finds anything.
 */
export async function suggestInstead<Found>(
  db: Database,
  search: string,
  find: (search: string) => Promise<Found[]>,
): Promise<{ search: string; found: Found[] } | undefined> {
  const words = (await interpretSearch(db, readPriceWords(search).text))?.words ?? [];
  const known = words.flatMap((word) => word.known ?? []);
  const isSame = known.length === words.length && words.every(({ form }, i) => form === known[i]);
  const shorter = known.length > 1 ? known.map((_, i) => known.toSpliced(known.length - 1 - i, 1)) : [];
  const tried = [...(isSame ? [] : [known]), ...shorter]
    .filter(({ length }) => length > 0)
    .slice(0, maxTried);
  for (const item of tried) {
    const found = await find(item.join(' '));
    if (found.length > 0) return { search: item.join(' '), found };
  }
  return undefined;
}

import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

/** The sets of synonyms in the merchant's order. */
export async function listSynonyms(db: Database | Trx): Promise<string[][]> {
  const rows = await db.selectFrom('searchSynonyms').select('words').orderBy('position').execute();
  return rows.map(({ words }) => words);
}

/** The words of a text as the search reads them. */
export async function readWords(db: Database, texts: string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`select search_words(text) as words
    from unnest(${texts}::text[]) with ordinality as each (text, place) order by place`.execute(db);
  return rows.map(({ words }) => words);
}

/** Replaces all sets, and deletes the searches without a result that are among their words. */
export async function replaceSynonyms(trx: Trx, sets: string[][]): Promise<void> {
  // The sets of another admin who saves at the same time are replaced too.
  await sql`lock table search_synonyms in share row exclusive mode`.execute(trx);
  await trx.deleteFrom('searchSynonyms').execute();
  if (sets.length > 0)
    await trx
      .insertInto('searchSynonyms')
      .values(sets.map((words, position) => ({ words, position })))
      .execute();
  await sql`delete from missed_searches where query = any(${sets.flat()}::text[])`.execute(trx);
}

import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** How many words are checked at once; a run takes about as long as reading their entries of the search index. */
const checkedAtOnce = 300;

/**
 * Deletes words of the search that neither a product nor a category, brand or type has any more, of a random sample:
 * otherwise a mistyped word would be corrected to one that finds nothing.
 */
export async function deleteUnusedTerms(db: Database): Promise<void> {
  await sql`
    with sample as materialized (
      select word, lexeme from search_terms order by random() limit ${sql.lit(checkedAtOnce)}
    )
    delete from search_terms t using sample where t.word = sample.word
      and not exists (select from product_search s where s.document @@ quote_literal(sample.lexeme)::tsquery)
      and not exists (select from (
          select lexemes from categories union all select lexemes from subcategories
          union all select lexemes from brands union all select lexemes from product_types) groups
        where sample.lexeme = any (lexemes))`.execute(db);
}

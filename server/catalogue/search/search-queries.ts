import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, prepared, type Trx } from '../../db/database.ts';

/** Words of Hindi that say nothing about a product, as “for” and “of” in English. */
const hindiStopWords = 'ka ki ke ko se aur liye lie wala wali wale vala vali vale'.split(' ');

/** How many words of a search count, how many words of the shop are read for each, and how many groups. */
const limits = { words: 10, prefixes: 30, similar: 40, similarSynonyms: 10, groups: 100 };

/**
 * A word of the shop for a word of the search: the same one in any form (`exact`), one that begins with it (`prefix`), a
 * synonym that does (`synonym prefix`), or one that is similar to it, for the last word also by its beginning, read
 * only if there is no other.
 */
export type Term = {
  /** The number of the word in the search. */
  place: number;
  /** The word that was searched for. */
  form: string;
  word: string;
  /** The stem of the word. */
  lexeme: string;
  kind: 'exact' | 'joined' | 'prefix' | 'synonym prefix' | 'similar';
  /** Whether a text of the shop has it. */
  isKnown: boolean;
};

/** The id of a category, subcategory, brand or type with the lexemes of its name, or a set of synonyms. */
type Lexemes = { id: string; lexemes: string[] };

/**
 * The words of a search as they occur in the shop, the categories, brands and types whose names have one of them, and
 * the sets of synonyms. `transliterated` is the search in Latin letters.
 */
export async function readTerms(db: Database | Trx, text: string, transliterated: string) {
  const { rows } = await sql<{ terms: Term[]; groups: Lexemes[]; synonyms: Lexemes[] }>`
    ${prepared} with given as (
      select word, latin, place, word || lead(word) over (order by place) as joined,
        (length(word) > 1 or word = 'a') and ts_lexize('english_stem', word) = '{}'
          or coalesce(latin, word) = any(${hindiStopWords}::text[]) as is_stop_word
      from unnest(search_words(${text}), search_words(${transliterated})) with ordinality as each (word, latin, place)
      where place <= ${limits.words}
    ), own as materialized (
      select place, form, lexeme, exists (select from search_terms t where t.lexeme = stem.lexeme) as is_known,
        exists (select from search_synonyms s where stem.lexeme = any (s.lexemes)) as has_synonym
      from given, lateral (select word as form union select latin) spelling, lateral (select search_lexeme(form) as lexeme) stem
      where form is not null and (not is_stop_word or not exists (select from given where not is_stop_word))
    ), beginning as materialized (
      select place, form, prefix.word, prefix.lexeme, 'prefix' as kind
      from own, lateral (
        select word, lexeme from search_terms
        where length(form) >= 2 and word >= form and word < form || chr(1114111) order by word limit ${limits.prefixes}
      ) prefix
      union all
      select place, form, word, search_lexeme(word), 'synonym prefix'
      from own, search_synonyms, unnest(words) word where length(form) >= 3 and starts_with(word, form)
    ), term as materialized (
      select place, form, form as word, lexeme, 'exact' as kind, is_known from own
      union all
      select place, form, word, lexeme, kind, true from beginning
      union all
      -- Words that the shop writes as one word.
      select place + next, given.word, t.word, t.lexeme, 'joined', true
      from given join search_terms t on t.word = given.joined, generate_series(0, 1) next
      union all
      select place, form, nearest.word, nearest.lexeme, 'similar', true
      from own, lateral (
        (select word, lexeme from search_terms order by word <-> form limit ${limits.similar})
        union all
        -- The last word may be unfinished.
        (select word, lexeme from search_terms where place = (select max(place) from given)
          order by word <->> form limit ${limits.similar})
        union all
        (select synonym, search_lexeme(synonym) from search_synonyms, unnest(words) synonym
          order by synonym <-> form limit ${limits.similarSynonyms})
      ) nearest
      where length(form) between 4 and 25 and form !~ '[0-9]' and not is_known and not has_synonym
        and not exists (select from beginning where beginning.place = own.place)
    ), synonym as (
      select id, lexemes from search_synonyms where lexemes && (select array_agg(lexeme) from term)
    ), named as (
      select id, lexemes from (
        select id, lexemes from categories union all select id, lexemes from subcategories
        union all select id, lexemes from brands union all select id, lexemes from product_types
      ) every
      where lexemes && array(select lexeme from term union select unnest(lexemes) from synonym) limit ${limits.groups}
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('place', place, 'form', form, 'word', word, 'lexeme', lexeme,
        'kind', kind, 'isKnown', is_known) order by place, length(word), word) from term), '[]') as terms,
      coalesce((select jsonb_agg(to_jsonb(named)) from named), '[]') as groups,
      coalesce((select jsonb_agg(to_jsonb(synonym)) from synonym), '[]') as synonyms
  `.execute(db);
  return rows[0] ?? { terms: [], groups: [], synonyms: [] };
}

/**
 * What a search means, as conditions for `product_search.document` or a part of it, in the notation of `tsquery`. Empty
 * if nothing can be found.
 */
export type SearchConditions = {
  /** Each word of the search in any form, as a beginning, a synonym, or corrected. */
  any: string;
  /** Each word as it was searched for. */
  exact: string;
  /** The same two without groups. */
  anyWord: string;
  exactWord: string;
};

type ConditionValue = (name: keyof SearchConditions) => RawBuilder<unknown>;

/** Whether `products` matches a search. */
export const isFound = (value: ConditionValue) => sql<SqlBool>`products.id in (
  select product_id from product_search s where ${meets(document, value('any'))})`;

/**
 * The products that a search finds, without reading `products`. `where` and `columns`: of `product_search` as `s`.
 */
export const foundProducts = (
  value: ConditionValue,
  where: RawBuilder<SqlBool>,
  columns = sql`s.product_id as id`,
) => sql`select ${columns} from product_search s where ${where} and ${meets(document, value('any'))}`;

/** If more products match, they come by their date within each step. */
const maxRanked = 5000;

/**
 * A page of the products that a search finds and their number, as JSON. They come in four steps: those with the words
 * themselves in name or SKU, those with the words in name, SKU or group, those with other forms of the words there, and
 * the others; a step is read only if those before it do not fill the page. Within a step, `ts_rank` decides and then
 * the date; in the third one, names and SKUs precede groups. Among the others, which have the words in option or
 * description, the words themselves precede other forms. `from` and `where`: `product_search` with further tables and
 * conditions. `last`: the place of the last product of the page.
 */
export function matchesJson(
  value: ConditionValue,
  { from, where }: { from: RawBuilder<unknown>; where: RawBuilder<SqlBool> },
  { offset, last }: { offset: RawBuilder<unknown>; last: RawBuilder<unknown> },
): RawBuilder<{ ids: string[]; total: number }> {
  const inName = (name: keyof SearchConditions) => meets(named, value(name));
  const isFoundHere = meets(document, value('any'));
  const step = (condition: RawBuilder<unknown>, rank: RawBuilder<unknown>) => sql`
    array(select s.product_id from ${from} where ${where} and ${condition}
      order by case when total <= ${sql.lit(maxRanked)} then ${rank} end desc, s.created_at desc, s.product_id desc
      limit ${last})`;
  const rank = sql`ts_rank(s.document, ${value('exact')}::tsquery, 32)`;
  // A step that does not fill the page has found all of its products.
  const isNew = sql`not exists (select from unnest(ids) before (id) where before.id = s.product_id)`;
  const namesFirst = sql`(${inName('anyWord')})::int + ${rank}`;
  const wordsFirst = sql`(${meets(document, value('exact'))})::int`;
  const isFull = sql`cardinality(ids) >= ${last}`;
  return sql`(with found as materialized (
      select count(*) as total from ${from} where ${where} and ${isFoundHere}
    ), names as materialized (
      select ${step(inName('exactWord'), rank)} as ids from found
    ), names_and_groups as materialized (
      select case when ${isFull} then ids
        else ids || ${step(sql`${inName('exact')} and ${isNew}`, rank)} end as ids
      from names, found
    ), other_forms as materialized (
      select case when ${isFull} then ids
        else ids || ${step(sql`${inName('any')} and ${isNew}`, namesFirst)} end as ids
      from names_and_groups, found
    ), texts as materialized (
      select case when ${isFull} then ids
        when total <= ${sql.lit(maxRanked)} then ids || ${step(sql`${isFoundHere} and ${isNew}`, wordsFirst)}
        -- So many match that the newest are soon read; the planner expects few.
        else ids || array(
          select s.product_id from (
            select s.* from ${from} where ${where} order by s.created_at desc, s.product_id desc offset 0
          ) s where ${isFoundHere} and not ${inName('any')} limit ${last}) end as ids
      from other_forms, found
    )
    select json_build_object('ids', ids[${offset} + 1:${last}], 'total', total) from texts, found)`;
}

const document = sql`s.document`;
/** The words of names, SKUs and groups alone; there is an index of them. */
const named = sql`ts_filter(s.document, '{a,b}')`;
const meets = (words: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql<SqlBool>`${words} @@ ${condition}::tsquery`;

import { editDistance, editDistanceToBeginning } from '../../../shared/text/edit-distance.ts';
import { transliterate } from '../../../shared/text/transliterate.ts';
import type { Database, Trx } from '../../db/database.ts';
import { readTerms, type SearchConditions, type Term } from './search-queries.ts';

export type SearchMatch = {
  conditions: SearchConditions;
  /** The words of the search. `known` is the word of the shop, corrected if need be; undefined if there is none. */
  words: { form: string; known: string | undefined }[];
};

/** A lexeme, or the beginning of one, as an operand of a condition. */
type Operand = { lexeme: string; isPrefix?: boolean };

type Terms = Awaited<ReturnType<typeof readTerms>>;

/**
 * Decides what a search means: each word must be in a product, in any form, as a beginning, as a synonym, or corrected
 * if the shop does not have it (decision 81). Undefined if there is no text.
 */
export async function interpretSearch(
  db: Database | Trx,
  text: string | undefined,
): Promise<SearchMatch | undefined> {
  if (!text) return undefined;
  const given = text.normalize();
  const read = await readTerms(db, given, transliterate(given));
  const places = [...new Set(read.terms.map(({ place }) => place))];
  const words = places
    .map((place) => read.terms.filter((term) => term.place === place))
    .filter((terms) => terms.some(({ kind }) => kind === 'exact'))
    .map((terms, index, all) => interpretWord(terms, read, index === all.length - 1));
  const condition = (source: 'exact' | 'all', isIncluded: (item: Operand) => boolean = () => true) =>
    words.map((word) => `(${word[source].filter(isIncluded).map(write).join(' | ')})`).join(' & ');
  const isWord = ({ lexeme }: Operand) => !lexeme.startsWith('#');
  return {
    conditions: {
      any: condition('all'),
      exact: condition('exact'),
      anyWord: condition('all', isWord),
      exactWord: condition('exact', isWord),
    },
    words: words.map(({ form, known }) => ({ form, known })),
  };
}

/** The words that a search with typing mistakes stands for; null if it has none, or stands for nothing. */
export function correctionOf(search: SearchMatch | undefined): string | null {
  const words = search?.words ?? [];
  const isCorrected = words.some(({ form, known }) => known !== undefined && known !== form);
  return isCorrected ? words.map(({ form, known }) => known ?? form).join(' ') : null;
}

function interpretWord(terms: Term[], { groups, synonyms }: Terms, isLast: boolean) {
  const list = (...kinds: Term['kind'][]) => terms.filter(({ kind }) => kinds.includes(kind));
  const exact = list('exact', 'joined');
  const [{ form } = { form: '' }] = list('exact');
  const lexemesOf = (some: Term[]) => new Set(some.map(({ lexeme }) => lexeme));
  const withSynonyms = (lexemes: Set<string>) =>
    new Set([
      ...lexemes,
      ...synonyms
        .filter((set) => set.lexemes.some((lexeme) => lexemes.has(lexeme)))
        .flatMap((set) => set.lexemes),
    ]);
  const withGroups = (lexemes: Set<string>): Operand[] => {
    const named = groups.filter((group) => group.lexemes.some((lexeme) => lexemes.has(lexeme)));
    return [...[...lexemes].map((lexeme) => ({ lexeme })), ...named.map(({ id }) => ({ lexeme: `#${id}` }))];
  };

  const own = withSynonyms(lexemesOf(exact));
  const isKnown = exact.some((term) => term.isKnown) || own.size > lexemesOf(exact).size;
  const beginnings = list('prefix');
  const isMissing = !isKnown && beginnings.length === 0;
  const corrected = isMissing ? nearest(list('similar'), isLast) : [];
  const guesses = isMissing ? [...list('synonym prefix'), ...corrected] : [];
  // “pottery”, which is a category, rather than “potters”.
  const isGroup = ({ lexeme }: Term) => groups.some(({ lexemes }) => lexemes.includes(lexeme));
  const guess = guesses.find(isGroup) ?? guesses[0];
  // A SKU or a number may be unfinished too; a single letter only at the end.
  const unfinished = exact.filter((term) => term.kind === 'exact' && form.length >= (isLast ? 1 : 3));
  const forms = new Set([...own, ...lexemesOf(beginnings), ...withSynonyms(lexemesOf(guesses))]);
  const isCovered = (lexeme: string) => unfinished.some((term) => lexeme.startsWith(term.form));
  return {
    form,
    known: !isMissing || /\d/.test(form) ? form : guess?.word,
    exact: withGroups(lexemesOf([...exact, ...corrected])),
    all: [
      ...withGroups(forms).filter(({ lexeme }) => !isCovered(lexeme)),
      ...unfinished.map((term) => ({ lexeme: term.form, isPrefix: true })),
    ],
  };
}

/**
 * The words with the fewest typing mistakes, unless they are many for the length. `isUnfinished`: also words of which
 * only the beginning may have been typed.
 */
function nearest(similar: Term[], isUnfinished: boolean): Term[] {
  const distance = isUnfinished ? editDistanceToBeginning : editDistance;
  const ranked = similar
    .map((term) => ({ term, mistakes: distance(term.form, term.word) }))
    .filter(({ term, mistakes }) => mistakes <= mistakesIn(term.form))
    // The first letter is seldom mistyped.
    .map(({ term, mistakes }) => ({ term, score: mistakes + (term.form[0] === term.word[0] ? 0 : 0.5) }));
  const least = Math.min(...ranked.map(({ score }) => score));
  return ranked.filter(({ score }) => score === least).map(({ term }) => term);
}

const mistakesIn = ({ length }: string) => (length < 6 ? 1 : length < 9 ? 2 : 3);

/** Lexemes contain neither quotes nor backslashes (search_words). */
const write = ({ lexeme, isPrefix }: Operand) => `'${lexeme}'${isPrefix ? ':*' : ''}`;

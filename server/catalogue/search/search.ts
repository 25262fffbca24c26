export { correctionOf, interpretSearch, type SearchMatch } from './interpret-search.ts';
export { countMissedSearch } from './missed-searches.ts';
export { readPriceWords } from './price-words.ts';
export { foundProducts, isFound, matchesJson } from './search-queries.ts';
export { searchAdmin } from './search-settings.ts';
export { suggestInstead } from './suggest-instead.ts';
export { deleteUnusedTerms } from './unused-term-queries.ts';

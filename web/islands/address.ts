import { createStore } from '../ui/store.ts';

/** The query for which the document was rendered. */
export const firstSearch = globalThis.location?.search ?? '';

/** The query of the page's address, which the listing changes without loading a new document. */
export const address = createStore(firstSearch);

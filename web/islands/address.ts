import { createStore } from '../ui/store.ts';

/** The query of the page's address, which the listing changes without loading a new document. */
export const address = createStore(globalThis.location?.search ?? '');

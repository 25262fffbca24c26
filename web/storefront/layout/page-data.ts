import { createContext, useContext } from 'react';
import type { CategoryLink, Shop } from './shop.ts';

/** The data of the shop that interactive parts need. Every public page contains it, so it has no more than that. */
export type ShopBasics = Pick<Shop, 'origin'> & {
  lowStockAt: Shop['site']['lowStockAt'];
  categories: Pick<CategoryLink, 'name' | 'slug'>[];
};

type PageData = {
  /** Undefined if the data of the layout could not be loaded. */
  shop: ShopBasics | undefined;
  pathname: string;
  /** The query of the address with '?', or ''. */
  search: string;
  /** Whether only the islands of the page are hydrated, each by itself. */
  hasIslands: boolean;
};

/** Provided by the layout on the server and in applications, and by each island in the browser. */
export const PageDataContext = createContext<PageData>({
  shop: undefined,
  pathname: '/',
  search: '',
  hasIslands: false,
});

/** What a page tells its interactive parts. They can't ask React Router, which public pages do not load. */
export function usePageData(): PageData {
  return useContext(PageDataContext);
}

/** The fields of the shop that the interactive parts of a page need. */
export function shopBasics({ origin, site, categories }: Shop): ShopBasics {
  return {
    origin,
    lowStockAt: site.lowStockAt,
    categories: categories.map(({ name, slug }) => ({ name, slug })),
  };
}

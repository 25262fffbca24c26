import { createContext } from 'react-router';
import type { Category, Product, ProductList, ProductQuery } from '../shared/contract/catalogue.ts';
import type { Policy, SiteInfo } from '../shared/contract/content.ts';

/** The verbs of the shop that page loaders call; the server's `createShop` gives them (design: one seam). */
export type PageShop = {
  catalogue: {
    listProducts(query: ProductQuery): Promise<ProductList>;
    getProduct(idOrSlug: string): Promise<Product>;
    listCategories(): Promise<Category[]>;
  };
  content: {
    getSiteInfo(): Promise<SiteInfo>;
    getPolicy(idOrType: string): Promise<Policy>;
  };
};

/** Where a loader finds the shop: `context.get(shopContext)`. The server sets it for each request. */
export const shopContext = createContext<PageShop>();

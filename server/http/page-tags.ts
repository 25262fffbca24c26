import type { Shop } from '../shop.ts';
import { busy, databaseIsAway } from './errors.ts';

/** What page loaders see of the shop: reading it notes what the page shows, so that a change drops it. */
export type PageShop = {
  catalogue: Pick<Shop['catalogue'], 'listProducts' | 'getProduct' | 'listCategories'>;
  content: Pick<Shop['content'], 'getSiteInfo' | 'getPolicy'>;
};

/** What came of one rendering's reading. The tags are those that the database tells of (migrations 0006 and 0017). */
export type RenderReads = { tags: Set<string>; failed: boolean };

/** The shop for one rendering, which notes what it sees. */
export function recordingShop({ catalogue, content }: Shop, seen: RenderReads): PageShop {
  const { tags } = seen;
  async function recorded<T>(tag: string, answer: Promise<T>): Promise<T> {
    tags.add(tag);
    try {
      return await answer;
    } catch (error) {
      seen.failed = true;
      throw databaseIsAway(error) ? busy() : error;
    }
  }
  return {
    catalogue: {
      async listProducts(query) {
        // A list by stock changes with products that it does not show.
        if (query.inStock !== undefined) tags.add('stock');
        const list = await recorded('catalogue', catalogue.listProducts(query));
        for (const product of list.products) tags.add(`product:${product._id}`);
        return list;
      },
      async getProduct(idOrSlug) {
        const product = await recorded('catalogue', catalogue.getProduct(idOrSlug));
        tags.add(`product:${product._id}`);
        return product;
      },
      listCategories: () => recorded('catalogue', catalogue.listCategories()),
    },
    content: {
      getSiteInfo: () => recorded('content', content.getSiteInfo()),
      getPolicy: (idOrType) => recorded('content', content.getPolicy(idOrType)),
    },
  };
}

import { ShopError } from '../errors.ts';
import type { Shop } from '../shop.ts';
import { busy, databaseIsAway } from './errors.ts';

/** The shop as page loaders use it. Each read records a cache tag, so that a change drops the page. */
export type PageShop = {
  catalogue: Pick<Shop['catalogue'], 'listProducts' | 'getProduct' | 'listCategories'>;
  content: Pick<Shop['content'], 'getSiteInfo' | 'getPolicy'>;
};

/** What one rendering has read. The database notifies about changes of these tags (migrations 0006 and 0017). */
export type RenderReads = { tags: Set<string>; failed: boolean };

/** The shop for one rendering; records in `seen` what is read. */
export function recordingShop({ catalogue, content }: Shop, seen: RenderReads): PageShop {
  const { tags } = seen;
  async function recorded<T>(tag: string, result: Promise<T>): Promise<T> {
    tags.add(tag);
    try {
      return await result;
    } catch (error) {
      // That there is nothing is a result, which changes with the tag.
      if (!(error instanceof ShopError && error.status === 404)) seen.failed = true;
      throw databaseIsAway(error) ? busy() : error;
    }
  }
  return {
    catalogue: {
      async listProducts(query) {
        // Products that this list does not show can enter it when their stock changes.
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

import type { Shop } from '../shop.ts';

/** What page loaders see of the shop: reading it notes what the page shows, so that a change drops it. */
export type PageShop = {
  catalogue: Pick<Shop['catalogue'], 'listProducts' | 'getProduct' | 'listCategories'>;
  content: Pick<Shop['content'], 'getSiteInfo' | 'getPolicy'>;
};

/** The shop for one rendering. The tags are those that the database tells of (migration 0006). */
export function taggedShop({ catalogue, content }: Shop, tags: Set<string>): PageShop {
  return {
    catalogue: {
      async listProducts(query) {
        tags.add('catalogue');
        const list = await catalogue.listProducts(query);
        for (const product of list.products) tags.add(`product:${product._id}`);
        return list;
      },
      async getProduct(idOrSlug) {
        tags.add('catalogue');
        const product = await catalogue.getProduct(idOrSlug);
        tags.add(`product:${product._id}`);
        return product;
      },
      listCategories() {
        tags.add('catalogue');
        return catalogue.listCategories();
      },
    },
    content: {
      getSiteInfo() {
        tags.add('content');
        return content.getSiteInfo();
      },
      getPolicy(idOrType) {
        tags.add('content');
        return content.getPolicy(idOrType);
      },
    },
  };
}

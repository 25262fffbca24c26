import type { ProductList, ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import { ShopError } from '../../errors.ts';
import type { Shop } from '../../shop.ts';
import { busy, databaseIsAway } from '../errors.ts';

/**
 * The shop as page loaders and cached calls use it: reads that have the same result for every guest. Each records a
 * cache tag, so that a change drops the reply.
 */
export type PageShop = {
  catalogue: Pick<
    Shop['catalogue'],
    | 'listProducts'
    | 'listFacets'
    | 'openListing'
    | 'listStrips'
    | 'suggestInstead'
    | 'getProduct'
    | 'listProductsByIds'
    | 'listRelated'
    | 'listCategories'
    | 'getCategory'
    | 'listSubcategories'
    | 'getSubcategory'
    | 'listGroups'
    | 'getGroup'
    | 'listBrandsForSale'
    | 'getSizeGuide'
    | 'findRenamedGroups'
    | 'previewOf'
  >;
  reviews: Pick<Shop['reviews'], 'list' | 'listQuestions'>;
  content: Pick<Shop['content'], 'getSiteInfo' | 'getPolicy' | 'listPolicies'>;
};

/**
 * What a reply was made from. The database notifies about changes of these tags (decision 118).
 * `failed`: a read failed, no tag announces all of its changes, or each request is counted; the reply is not stored.
 */
export type RenderReads = { tags: Set<string>; failed: boolean };

/** The shop for one reply; records in `seen` what is read. */
export function recordingShop({ catalogue, content, reviews }: Shop, seen: RenderReads): PageShop {
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
  function recordFilters(query: ProductQuery): void {
    // Products that this list does not show can enter it when their stock changes.
    if (query.inStock !== undefined || query.soldOut !== undefined) tags.add('stock');
    // Each unit that is sold can change these lists.
    if (query.lowStock !== undefined || query.restock !== undefined) seen.failed = true;
  }
  async function recordedList(result: Promise<ProductList>): Promise<ProductList> {
    const list = await recorded('catalogue', result);
    for (const product of list.products) tags.add(`product:${product._id}`);
    return list;
  }
  return {
    catalogue: {
      listProducts(query) {
        recordFilters(query);
        return recordedList(catalogue.listProducts(query));
      },
      listFacets(query) {
        recordFilters(query);
        return recorded('catalogue', catalogue.listFacets(query));
      },
      openListing(query) {
        recordFilters(query);
        const { list, facets, correction, prices } = catalogue.openListing(query);
        return {
          list: recordedList(list),
          facets: recorded('catalogue', facets),
          correction: recorded('catalogue', correction),
          prices,
        };
      },
      async listStrips(strips) {
        const found = await recorded('catalogue', catalogue.listStrips(strips));
        for (const product of found.flat()) tags.add(`product:${product._id}`);
        return found;
      },
      suggestInstead(search) {
        // Not stored, so that each such search is counted.
        seen.failed = true;
        return recorded('catalogue', catalogue.suggestInstead(search));
      },
      async getProduct(idOrSlug) {
        const product = await recorded('catalogue', catalogue.getProduct(idOrSlug));
        tags.add(`product:${product._id}`);
        return product;
      },
      async listProductsByIds(ids) {
        const products = await recorded('catalogue', catalogue.listProductsByIds(ids));
        for (const product of products) tags.add(`product:${product._id}`);
        return products;
      },
      async listRelated(id) {
        const related = await recorded('catalogue', catalogue.listRelated(id));
        for (const product of Object.values(related).flat()) tags.add(`product:${product._id}`);
        return related;
      },
      listCategories: () => recorded('catalogue', catalogue.listCategories()),
      getCategory: (idOrSlug) => recorded('catalogue', catalogue.getCategory(idOrSlug)),
      listSubcategories: () => recorded('catalogue', catalogue.listSubcategories()),
      getSubcategory: (idOrSlug) => recorded('catalogue', catalogue.getSubcategory(idOrSlug)),
      listGroups: (table, paging) => recorded('catalogue', catalogue.listGroups(table, paging)),
      previewOf: catalogue.previewOf,
      findRenamedGroups: (groups) => recorded('catalogue', catalogue.findRenamedGroups(groups)),
      getSizeGuide: (id) => recorded('catalogue', catalogue.getSizeGuide(id)),
      listBrandsForSale: () => recorded('catalogue', catalogue.listBrandsForSale()),
      getGroup: (table, idOrSlug) => recorded('catalogue', catalogue.getGroup(table, idOrSlug)),
    },
    reviews: {
      list: (productId, query) => recorded(`product:${productId}`, reviews.list(productId, query)),
      listQuestions: (productId, query) =>
        recorded(`product:${productId}`, reviews.listQuestions(productId, query)),
    },
    content: {
      getSiteInfo: () => recorded('content', content.getSiteInfo()),
      getPolicy: (idOrType) => recorded('content', content.getPolicy(idOrType)),
      listPolicies: () => recorded('content', content.listPolicies()),
    },
  };
}

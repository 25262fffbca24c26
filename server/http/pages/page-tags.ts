import type { Product, ProductList, ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
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
    | 'getCollection'
    | 'getSizeGuide'
    | 'findRenamedGroups'
    | 'previewOf'
  >;
  reviews: Pick<Shop['reviews'], 'list' | 'listQuestions' | 'listQuotes'>;
  orders: Pick<Shop['orders'], 'getHistory'>;
  content: Pick<Shop['content'], 'getSiteInfo' | 'getOpeningPage' | 'getPolicy' | 'listPolicies'>;
  design: Pick<
    Shop['design'],
    'showsDrafts' | 'getTheme' | 'getPage' | 'listPages' | 'getDiscountEnd' | 'getSaleEnds'
  >;
};

/**
 * What a reply was made from. The database notifies about changes of these tags (decision 118).
 * `failed`: a read failed, no tag announces all of its changes, or each request is counted; the reply is not stored.
 */
export type RenderReads = { tags: Set<string>; failed: boolean };

/** The shop for one reply; records in `seen` what is read. */
export function recordingShop(
  { catalogue, content, design, orders, reviews }: Shop,
  seen: RenderReads,
): PageShop {
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
  async function recordedProducts<T>(result: Promise<T>, productsOf: (found: T) => Product[]): Promise<T> {
    const found = await recorded('catalogue', result);
    for (const product of productsOf(found)) tags.add(`product:${product._id}`);
    return found;
  }
  const recordedList = (result: Promise<ProductList>) => recordedProducts(result, ({ products }) => products);
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
      listStrips: (strips) => recordedProducts(catalogue.listStrips(strips), (lists) => lists.flat()),
      suggestInstead(search) {
        // Not stored, so that each such search is counted.
        seen.failed = true;
        return recorded('catalogue', catalogue.suggestInstead(search));
      },
      getProduct: (idOrSlug) => recordedProducts(catalogue.getProduct(idOrSlug), (product) => [product]),
      listProductsByIds: (ids) => recordedProducts(catalogue.listProductsByIds(ids), (products) => products),
      listRelated: (id) =>
        recordedProducts(catalogue.listRelated(id), (lists) => Object.values(lists).flat()),
      listCategories: () => recorded('catalogue', catalogue.listCategories()),
      getCategory: (idOrSlug) => recorded('catalogue', catalogue.getCategory(idOrSlug)),
      listSubcategories: () => recorded('catalogue', catalogue.listSubcategories()),
      getSubcategory: (idOrSlug) => recorded('catalogue', catalogue.getSubcategory(idOrSlug)),
      listGroups: (table, paging) => recorded('catalogue', catalogue.listGroups(table, paging)),
      previewOf: catalogue.previewOf,
      findRenamedGroups: (groups) => recorded('catalogue', catalogue.findRenamedGroups(groups)),
      getSizeGuide: (id) => recorded('catalogue', catalogue.getSizeGuide(id)),
      getCollection: (idOrSlug) => recorded('catalogue', catalogue.getCollection(idOrSlug)),
      listBrandsForSale: () => recorded('catalogue', catalogue.listBrandsForSale()),
      getGroup: (table, idOrSlug) => recorded('catalogue', catalogue.getGroup(table, idOrSlug)),
    },
    reviews: {
      list: (productId, query) => recorded(`product:${productId}`, reviews.list(productId, query)),
      listQuestions: (productId, query) =>
        recorded(`product:${productId}`, reviews.listQuestions(productId, query)),
      async listQuotes(ids) {
        const quotes = await recorded('catalogue', reviews.listQuotes(ids));
        for (const { product } of quotes) tags.add(`product:${product.id}`);
        return quotes;
      },
    },
    // No tag announces each order; the page is a minute old at most.
    orders: { getHistory: () => recorded('content', orders.getHistory()) },
    ...recordedContent({ content, design }, recorded),
  };
}

function recordedContent(
  { content, design }: Pick<Shop, 'content' | 'design'>,
  recorded: <T>(tag: string, result: Promise<T>) => Promise<T>,
): Pick<PageShop, 'content' | 'design'> {
  return {
    content: {
      getSiteInfo: () => recorded('content', content.getSiteInfo()),
      getOpeningPage: () => recorded('content', content.getOpeningPage()),
      getPolicy: (idOrType) => recorded('content', content.getPolicy(idOrType)),
      listPolicies: () => recorded('content', content.listPolicies()),
    },
    design: {
      showsDrafts: design.showsDrafts,
      getTheme: () => recorded('content', design.getTheme()),
      getPage: (address) => recorded(`page:${address ?? 'home'}`, design.getPage(address)),
      listPages: () => recorded('pages', design.listPages()),
      getDiscountEnd: () => recorded('content', design.getDiscountEnd()),
      // The cards of these products are read beside, which records their tags.
      getSaleEnds: (products) => recorded('catalogue', design.getSaleEnds(products)),
    },
  };
}

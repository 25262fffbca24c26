import { z } from 'zod';
import { declarationNames } from '../../products/declarations.ts';
import { maxMerged, maxSaved } from '../../products/limits.ts';
import { typedText } from '../../text/plain-text.ts';
import { emailField } from '../accounts/contact-fields.ts';
import { paging, queryFlag, queryRupees } from '../wire.ts';
import { productAttribute } from './attributes.ts';

const named = z.object({ _id: z.string(), name: z.string(), slug: z.string() });

/** What products are grouped by, such as a product type. */
export const group = named.extend({ description: z.string(), image: z.string().nullable() });
export type Group = z.infer<typeof group>;

/** The maker or label of products, with a page of its own. `town` and `state` may be empty. */
export const brand = group.extend({ town: z.string(), state: z.string() });
export type Brand = z.infer<typeof brand>;

/** A subcategory with the category it belongs to. */
export const subcategoryOf = group.extend({ order: z.number(), parentCategory: named });
export type Subcategory = z.infer<typeof subcategoryOf>;

/** A category with its subcategories (contract §1). */
export const category = group.extend({
  showInNavbar: z.boolean(),
  order: z.number(),
  navbarOrder: z.number(),
  subcategories: z.array(named.extend({ order: z.number() })),
});
export type Category = z.infer<typeof category>;

export const productStatus = z.enum(['active', 'draft', 'featured', 'archived']);

/** One buyable combination of options. A product without options has exactly one, with no values. */
const variant = z.object({
  _id: z.string(),
  sku: z.string(),
  values: z.array(z.string()),
  price: z.number(),
  discount: z.number(),
  finalPrice: z.number(),
  countInStock: z.number(),
  /** Stock at or below which it counts as low; null stands for the shop's threshold. */
  lowStockAt: z.number().nullable(),
  /** Where its units are stored; for admins only. */
  shelfCode: z.string().optional(),
  image: z.string().nullable(),
  /** What a package contains, such as `250 g`; null if it is not declared. */
  netQuantity: z.string().nullable(),
  /** With its packaging, for delivery charges by weight; absent if it is not known. */
  weightGrams: z.number().optional(),
  /** A GTIN or another number; only in replies with a single product and for admins. May be empty. */
  barcode: z.string().optional(),
  /** What a unit costs the merchant, without GST. This and the rest are for admins only. */
  cost: z.number().nullable().optional(),
  /** A scheduled sale: its price, beginning and end, the last two in UTC. Null without one. */
  salePrice: z.number().nullable().optional(),
  saleFrom: z.string().nullable().optional(),
  saleUntil: z.string().nullable().optional(),
  /** The selling price after the scheduled sale that is on; `finalPrice` is that of the sale. Null while none is on. */
  regularPrice: z.number().nullable().optional(),
});
export type Variant = z.infer<typeof variant>;

/**
 * A product as every call shows it (spec §3, contract §2). Prices in rupees: `price` and `originalPrice` are the list
 * price (MRP), `finalPrice` is the selling price, and `discount` is the percent between them, to one decimal.
 */
export const product = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Plain text; that of the rich description if there is one. */
  description: z.string(),
  /** The editor's content and its sanitised HTML; only in replies with a single product. */
  richDescription: z.string().optional(),
  descriptionHtml: z.string().optional(),
  /** What the law asks for (india §5.2); only in replies with a single product. */
  declarations: z.partialRecord(z.enum(declarationNames), z.string()).optional(),
  /** The size guide of its subcategory or category; only in replies with a single product. */
  sizeGuide: z.object({ _id: z.string(), name: z.string() }).nullable().optional(),
  sku: z.string(),
  price: z.number(),
  originalPrice: z.number(),
  discount: z.number(),
  finalPrice: z.number(),
  /** True if variants differ in selling price; the product's own prices are those of the cheapest. */
  priceVaries: z.boolean(),
  image: z.string().nullable(),
  images: z.array(z.string()),
  /** What the pictures show, by their paths, where it is stated; only in replies with a single product. */
  imageAlts: z.record(z.string(), z.string()).optional(),
  /** The title and description for search engines; only in replies with a single product and for admins. May be empty. */
  seoTitle: z.string().optional(),
  seoDescription: z.string().optional(),
  /** When a draft becomes active by itself, in UTC; for admins only. */
  publishAt: z.string().nullable().optional(),
  /** A video, and the pictures of a turn (360°) in their order; only in replies with a single product. */
  video: z.string().nullable().optional(),
  turnImages: z.array(z.string()).optional(),
  countInStock: z.number(),
  status: productStatus,
  isFeatured: z.boolean(),
  isTopDeal: z.boolean(),
  isTrending: z.boolean(),
  category: named.nullable(),
  subcategory: named.extend({ parentCategory: named }).nullable(),
  brand: named.nullable(),
  productType: named.nullable(),
  hsn: z.string().nullable(),
  /** A percentage; null if none was entered. */
  gstRate: z.number().nullable(),
  /** Its variants are gift cards of these amounts (decision 202); absent for other products. */
  isGiftCard: z.literal(true).optional(),
  rating: z.number(),
  numReviews: z.number(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  tags: z.array(z.string()),
  /** The attributes that it has values of, in their order; only in replies with a single product and of given ids. */
  attributes: z.array(productAttribute).optional(),
  variants: z.array(variant),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Product = z.infer<typeof product>;

/** Why a product needs attention: what it lacks, a price below its cost, or its stock. Archived products need none. */
export const attentionKinds = [
  'tax',
  'pictures',
  'alt',
  'description',
  'weight',
  'cost',
  'margin',
  'soldOut',
  'lowStock',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
/** Reply of `GET /products/attention`: the number of products for each reason. */
export const attentionCounts = z.record(z.enum(attentionKinds), z.number());
export type AttentionCounts = z.infer<typeof attentionCounts>;

export const productSort = z.enum(['price', '-price', 'name', '-name', 'createdAt', '-createdAt']);

const queryText = z.string().max(200).optional();
const searchText = z.string().overwrite(typedText).max(200).optional();
/** The facets are counted once more for each one that is chosen, so these are few. */
const maxChosenFacets = 8;

/** A parameter that can be repeated. */
const queryTexts = <Text extends z.ZodType<string>>(text: Text) =>
  z.union([text, z.array(text).max(100)]).transform((given) => [given].flat());

/** Query of `GET /products` (contract §2). `search` and `keyword` are the same. */
export const productQuery = z.object({
  ...paging,
  sort: productSort.optional(),
  /** Id or slug. */
  category: queryText,
  subcategory: queryText,
  /** Ids or slugs; products of any of these brands. */
  brand: queryTexts(z.string().max(200)).optional(),
  /** The state of the brands of the products, such as `tamil-nadu`. */
  place: queryText,
  productType: queryText,
  /** Id or slug of a collection. */
  collection: queryText,
  /** Values of facets (`GET /facets`), such as `colour:blue`: for each facet, products with any of its values. */
  filter: queryTexts(
    z
      .string()
      .max(200)
      .regex(/^[^:]+:./, 'Must be a facet and a value, as in colour:blue'),
  )
    .refine(
      (all) => new Set(all.map((choice) => choice.split(':')[0])).size <= maxChosenFacets,
      `At most ${maxChosenFacets} facets`,
    )
    .optional(),
  status: productStatus.optional(),
  keyword: searchText,
  search: searchText,
  minPrice: queryRupees.optional(),
  maxPrice: queryRupees.optional(),
  inStock: queryFlag.optional(),
  /** A variant has some left, but no more than its threshold (spec §4 Stock badge colours: 1 to 10). */
  lowStock: queryFlag.optional(),
  /** A variant has none left. */
  soldOut: queryFlag.optional(),
  /** For sale, with a variant that is low or sold out: the products that the dashboard lists. */
  restock: queryFlag.optional(),
  isFeatured: queryFlag.optional(),
  isTopDeal: queryFlag.optional(),
  isTrending: queryFlag.optional(),
  /** A required declaration is missing (india §5.2); only admins can ask for it. */
  lacksDeclarations: queryFlag.optional(),
  /** It has no HSN code, or no GST rate that is in force (contract §2); only admins can ask for it. */
  lacksGst: queryFlag.optional(),
  /** It needs attention for this reason; only admins can ask for it. */
  attention: z.enum(attentionKinds).optional(),
});
export type ProductQuery = z.infer<typeof productQuery>;

/** The first products of a list, for a strip on a page. */
export type StripQuery = Partial<Omit<ProductQuery, 'page' | 'search' | 'keyword'>> & { limit: number };

export const productList = z.object({
  products: z.array(product),
  pages: z.number(),
  total: z.number(),
  page: z.number(),
});
export type ProductList = z.infer<typeof productList>;

/** Body of `POST /products/bulk`, for saved carts. The reply omits unknown and hidden products. */
export const bulkRequest = z.object({ ids: z.array(z.string().max(200)).min(1).max(100) });
export const bulkReply = z.object({ products: z.array(product) });

/** A value of a facet with the number of products that a listing with it would show. */
const facetValue = z.object({
  /** As the parameter has it: `filter=<facet>:<value>`; of a brand or category its slug. */
  value: z.string(),
  label: z.string(),
  count: z.number(),
  /** Whether there may be more products, since not all were counted. */
  isAtLeast: z.boolean(),
});

/** What a listing can be filtered by, with its values: chosen ones, and the most frequent of the others. */
export const facet = z.object({ name: z.string(), label: z.string(), values: z.array(facetValue) });
export type Facet = z.infer<typeof facet>;

/** Body of `POST /stock-alerts`: asks for one mail when a variant that is sold out is back in stock. */
export const stockAlertRequest = z.object({
  variantId: z.uuid('Choose a product that exists'),
  email: emailField,
});
export type StockAlertRequest = z.infer<typeof stockAlertRequest>;

/** Body of `POST /stock-alerts/stop`: the token of the link in such a mail. */
export const stopAlertsRequest = z.object({ token: z.string().max(100) });

/** The wishlist of an account: ids of products, the latest first, and the key of its public link, if it has one. */
export const wishlist = z.object({
  ids: z.array(z.string()).max(maxMerged),
  shareKey: z.string().nullable(),
});
export type Wishlist = z.infer<typeof wishlist>;

/** Body of `POST /wishlist/merge`: what a browser has saved, the latest first. Unknown products are ignored. */
export const mergeRequest = z.object({ ids: z.array(z.string().max(200)).min(1).max(maxSaved) });

/** Reply of `POST /wishlist/link`. */
export const wishlistLink = z.object({ shareKey: z.string() });

/** Reply of `GET /wishlist/shared/:key`: nothing about the owner. */
export const sharedWishlist = wishlist.pick({ ids: true });

import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ProductAttribute } from '../../../shared/contract/catalogue/attributes.ts';
import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import type { Declarations } from '../../../shared/products/declarations.ts';
import { type Database, prepared, type Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';
import type { Tables } from '../../db/tables.ts';
import { productColumns } from '../categories/categories.ts';
import { byIdElseSlug, bySlug } from '../queries.ts';
import { sizeGuideOfProduct } from '../size-guides/size-guides.ts';

/** Shoppers see the products for sale, admins those of every status (contract §2). */
export type Visibility = 'shopper' | 'admin';

type ProductExpressions = ExpressionBuilder<Tables, 'products'>;
type Group = { id: string; name: string; slug: string } | null;

/** A product with its variants, as `presentProduct` reads it. Prices in paise; dates in ISO format. */
export type ProductRow = Pick<
  Product,
  | ('name' | 'slug' | 'description' | 'status' | 'isFeatured' | 'isTopDeal' | 'isTrending' | 'hsn')
  | ('numReviews' | 'options' | 'tags' | 'createdAt' | 'updatedAt')
> & {
  id: string;
  /** In tenths of a percent, 2.5 for 0.25%; null if no rate was entered. */
  gstTenths: number | null;
  isGiftCard: boolean;
  ratingTenths: number;
  category: Group;
  subcategory: Group;
  brand: Group;
  productType: Group;
  variants: (Pick<Variant, 'sku' | 'lowStockAt' | 'shelfCode' | 'image' | 'netQuantity'> & {
    id: string;
    optionValues: string[];
    pricePaise: number;
    sellingPaise: number;
    stock: number;
    weightGrams: number | null;
    /** Not read for lists of shoppers. */
    barcode?: string;
    /** These are read for admins only. */
    costPaise?: number | null;
    salePaise?: number | null;
    saleFrom?: string | null;
    saleUntil?: string | null;
    regularPaise?: number | null;
  })[];
  images: string[];
  /** Read for admins, and for a single product. */
  seoTitle?: string;
  seoDescription?: string;
  /** Read for admins only. */
  publishAt?: string | null;
  /** Not read for lists. */
  attributes?: ProductAttribute[];
  /** Read for a single product, and for admins by id. */
  declarations?: Declarations;
  imageAlts?: Record<string, string>;
  /** These are read for a single product only. */
  video?: string | null;
  turnImages?: string[];
  sizeGuide?: { _id: string; name: string } | null;
  richDescription?: string | null;
  descriptionHtml?: string | null;
};

const groupJson = (table: keyof typeof productColumns) =>
  sql`(select json_build_object('id', id, 'name', name, 'slug', slug)
    from ${sql.table(table)} where id = ${sql.ref(`products.${productColumns[table]}`)})`;
const isoTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The row of a product as one JSON value, which is parsed at once and has the names of `ProductRow`. */
const productJson = (
  more: RawBuilder<unknown> = sql``,
  ofVariants: RawBuilder<unknown> = sql``,
) => sql<ProductRow>`json_build_object(
  'id', products.id, 'name', products.name, 'slug', products.slug, 'description', products.description,
  'status', products.status, 'isFeatured', products.is_featured, 'isTopDeal', products.is_top_deal,
  'isTrending', products.is_trending, 'hsn', products.hsn, 'gstTenths', ${gstTenthsOf('products')},
  'isGiftCard', products.is_gift_card,
  'ratingTenths', products.rating_tenths, 'numReviews', products.num_reviews, 'options', products.options,
  'tags', products.tags,
  'createdAt', ${isoTime('products.createdAt')}, 'updatedAt', ${isoTime('products.updatedAt')},
  'category', ${groupJson('categories')}, 'subcategory', ${groupJson('subcategories')},
  'brand', ${groupJson('brands')}, 'productType', ${groupJson('productTypes')},
  'variants', (select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'optionValues', v.option_values,
      'pricePaise', v.price_paise, 'sellingPaise', v.selling_paise, 'stock', v.stock, 'lowStockAt', v.low_stock_at,
      'image', v.image, 'netQuantity', v.net_quantity, 'weightGrams', v.weight_grams${ofVariants}) order by v.position, v.id), '[]')
    from variants v where v.product_id = products.id and v.deleted_at is null),
  'images', (select coalesce(json_agg(i.path order by i.position), '[]')
    from product_images i where i.product_id = products.id)${more})`;
const attributes = sql`, 'attributes', (
  select coalesce(json_agg(json_build_object('_id', a.id, 'name', a.name, 'slug', a.slug, 'type', a.type, 'unit', a.unit,
    'values', products.attributes->a.id::text) order by a.position, a.name), '[]')
  from attributes a where products.attributes ? a.id::text)`;
const declarations = sql`, 'declarations', products.declarations`;
const seo = sql`, 'seoTitle', products.seo_title, 'seoDescription', products.seo_description`;
const imageAlts = sql`, 'imageAlts', (select coalesce(json_object_agg(i.path, i.alt), '{}')
  from product_images i where i.product_id = products.id and i.alt <> '')`;
const details = sql`${attributes}${declarations}${imageAlts}, 'sizeGuide', ${sizeGuideOfProduct},
  'video', products.video, 'turnImages', products.turn_images,
  'richDescription', products.rich_description, 'descriptionHtml', products.description_html`;
const barcode = sql`, 'barcode', v.barcode`;
/** What only admins see of a product and of its variants. */
const ofAdmins = sql`${seo}, 'publishAt', ${isoTime('products.publishAt')}`;
const variantOfAdmins = sql`${barcode}, 'shelfCode', v.shelf_code, 'costPaise', v.cost_paise,
  'salePaise', v.sale_paise, 'saleFrom', ${isoTime('v.sale_from')}, 'saleUntil', ${isoTime('v.sale_until')},
  'regularPaise', v.regular_paise`;

const selectProducts = (db: Database | Trx, visibility: Visibility, product: RawBuilder<ProductRow>) =>
  db
    .selectFrom('products')
    .modifyFront(prepared)
    .select(product.as('product'))
    .where((eb) => visible(eb, visibility));

/** One product by id or slug. */
export async function findProduct(db: Database | Trx, idOrSlug: string, visibility: Visibility) {
  const isProduct = isId(idOrSlug) ? byIdElseSlug : bySlug;
  const product =
    visibility === 'admin'
      ? productJson(sql`${details}${ofAdmins}`, variantOfAdmins)
      : productJson(sql`${details}${seo}`, barcode);
  const found = await selectProducts(db, visibility, product)
    .where(isProduct('products', sql`${idOrSlug}`))
    .executeTakeFirst();
  return found?.product;
}

async function readByIds(
  db: Database | Trx,
  ids: string[],
  visibility: Visibility,
  product: RawBuilder<ProductRow>,
) {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db, visibility, product)
    .where(sql<SqlBool>`products.id = any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.product);
}

export async function listProductsByIds(db: Database | Trx, ids: string[], visibility: Visibility) {
  const product =
    visibility === 'admin'
      ? productJson(sql`${attributes}${declarations}${imageAlts}${ofAdmins}`, variantOfAdmins)
      : productJson(attributes, barcode);
  return readByIds(db, ids.filter(isId), visibility, product);
}

/** Products of lists, in any order. */
export async function readListed(db: Database, ids: string[], visibility: Visibility): Promise<ProductRow[]> {
  const product = visibility === 'admin' ? productJson(ofAdmins, variantOfAdmins) : productJson();
  return readByIds(db, ids, visibility, product);
}

/** Whether this caller sees a product. */
export function visible(eb: ProductExpressions, visibility: Visibility): Expression<SqlBool> {
  const exists = eb('products.deletedAt', 'is', null);
  return visibility === 'admin'
    ? exists
    : eb.and([exists, sql<SqlBool>`products.status in ('active', 'featured')`]);
}

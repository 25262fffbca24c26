import { type SqlBool, sql } from 'kysely';
import type { TableProduct, TableVariant } from '../../../shared/contract/catalogue/product-table.ts';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';

type Row = Omit<TableProduct, 'gstRate' | 'variants'> & {
  gstTenths: number | null;
  variants: (Omit<TableVariant, 'price' | 'finalPrice' | 'cost'> & {
    pricePaise: number;
    sellingPaise: number;
    costPaise: number | null;
  })[];
};

const rowJson = sql<Row>`json_build_object(
  '_id', products.id, 'name', products.name, 'status', products.status, 'isFeatured', products.is_featured,
  'isTopDeal', products.is_top_deal, 'isTrending', products.is_trending, 'isGiftCard', products.is_gift_card,
  'hsn', products.hsn, 'gstTenths', ${gstTenthsOf('products')}, 'tags', products.tags,
  'category', products.category_id, 'subcategory', products.subcategory_id, 'brand', products.brand_id,
  'attributes', products.attributes,
  'seoTitle', products.seo_title, 'seoDescription', products.seo_description,
  'variants', (select coalesce(json_agg(json_build_object('_id', v.id, 'values', v.option_values, 'sku', v.sku,
      'pricePaise', v.price_paise, 'sellingPaise', coalesce(v.regular_paise, v.selling_paise),
      'barcode', v.barcode, 'costPaise', v.cost_paise, 'countInStock', v.stock,
      'netQuantity', v.net_quantity, 'weightGrams', v.weight_grams) order by v.position, v.id), '[]')
    from variants v where v.product_id = products.id and v.deleted_at is null))`;

/** The rows of the spreadsheet for these products, those that exist, in any order. Prices in paise. */
export async function listRows(db: Database | Trx, ids: string[]): Promise<Row[]> {
  const rows = await db
    .selectFrom('products')
    .select(rowJson.as('product'))
    .where(sql<SqlBool>`products.id = any(${ids.filter(isId)}::uuid[])`)
    .where('products.deletedAt', 'is', null)
    .execute();
  return rows.map(({ product }) => product);
}

import { sql } from 'kysely';
import { type Database, prepared } from '../../db/database.ts';

const maxTogether = 4;
/** Products of both lists. */
const maxRelated = 8;
/** If fewer products are similar, the newest ones of the shop follow. */
const minSimilar = 4;
/** Products of a subcategory, and of a category, that are compared. */
const maxCompared = 200;
/** A common subcategory counts as much as this number of common facet values. */
const placementWeight = 3;

/** Ids of products. */
type Related = { together: string[]; similar: string[] };

const isForSale = sql`products.deleted_at is null and products.status in ('active', 'featured')
  and exists (select from variants v where v.product_id = products.id and v.stock > 0 and v.deleted_at is null)`;

/**
 * What a shopper may like besides this product, by its id: products that are often bought together with it, and similar
 * ones of its category, first those with the most common facet values. All are for sale and in stock, none is in both
 * lists.
 */
export async function findRelated(db: Database, id: string): Promise<Related> {
  const { rows } = await sql<Related>`
    ${prepared} with it as materialized (select * from product_facets where product_id = ${id}::uuid),
    together as materialized (
      select products.id, row_number() over (order by b.orders desc, products.id) as place
      from bought_together b join products on products.id = b.other_id
      where b.product_id = ${id}::uuid and ${isForSale}
      order by place limit ${sql.lit(maxTogether)}
    ), candidates as (
      (select products.id from products
        where subcategory_id = (select subcategory_id from it) and ${isForSale} limit ${sql.lit(maxCompared)})
      union (select products.id from products
        where category_id = (select category_id from it) and ${isForSale} limit ${sql.lit(maxCompared)})
      union (select products.id from products
        where ${isForSale} order by created_at desc, id desc limit ${sql.lit(maxRelated + 1)})
    ), alike as materialized (
      select products.id, products.category_id = it.category_id as is_similar, row_number() over (
        order by products.category_id = it.category_id desc nulls last,
          (select count(*) from unnest(f.facets) as facet where facet = any(it.facets))
            + case when products.subcategory_id = it.subcategory_id then ${sql.lit(placementWeight)} else 0 end desc,
          products.created_at desc, products.id) as place
      from candidates join products using (id) join product_facets f on f.product_id = products.id
        left join it on true
      where products.id <> ${id}::uuid and products.id not in (select id from together)
    )
    select (select coalesce(json_agg(id order by place), '[]') from together) as together,
      (select coalesce(json_agg(id order by place), '[]') from alike
        where place <= ${sql.lit(maxRelated)} - (select count(*) from together)
          and (is_similar or place <= ${sql.lit(minSimilar)})) as similar`.execute(db);
  return rows[0] ?? { together: [], similar: [] };
}

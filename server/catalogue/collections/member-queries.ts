import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import {
  type CollectionRule,
  type CollectionRules,
  collectionRules,
} from '../../../shared/contract/catalogue/collections.ts';
import { toPaise } from '../../../shared/money.ts';
import type { Database } from '../../db/database.ts';
import { findCollection } from './queries.ts';

/** More than any price. */
const maxRupees = 1e12;

/** Which products a collection has: those chosen for it, or those that follow its rules; null for no collection. */
export type Members = { chosenFor: string } | CollectionRules | null;

/**
 * A query whose `collection` was looked up, with the order of the collection unless it names one. Shoppers have the
 * published collections only.
 */
export async function withMembers<Query extends Partial<ProductQuery>>(
  db: Database,
  query: Query,
  visibility: 'admin' | 'shopper',
): Promise<Query & { members?: Members }> {
  if (!query.collection) return query;
  const found = await findCollection(db, query.collection);
  if (!found || !(found.isPublished || visibility === 'admin')) return { ...query, members: null };
  const members = found.rules ? collectionRules.parse(found.rules) : { chosenFor: found.id };
  const sort = query.sort ?? (found.sort || undefined);
  return { ...query, members, ...(sort && { sort }) };
}

/** Whether a row named `products` is in a collection. */
export function isMember(members: Members): RawBuilder<SqlBool> {
  if (members === null) return sql`false`;
  if ('chosenFor' in members)
    return sql`products.id in (select product_id from collection_products where collection_id = ${members.chosenFor})`;
  const all = members.rules.map(follows);
  return sql`(${sql.join(all, members.match === 'all' ? sql` and ` : sql` or `)})`;
}

/** The place of a row named `products` among those chosen for a collection. */
export const placeIn = (collectionId: string): RawBuilder<number> => sql`(
  select position from collection_products where collection_id = ${collectionId} and product_id = products.id)`;

function follows(rule: CollectionRule): RawBuilder<SqlBool> {
  switch (rule.field) {
    case 'category':
      return sql`(products.category_id::text = any(${rule.values}) or products.subcategory_id::text = any(${rule.values}))`;
    case 'brand':
      return sql`products.brand_id::text = any(${rule.values})`;
    case 'type':
      return sql`products.product_type_id::text = any(${rule.values})`;
    case 'tag':
      return sql`exists (select from unnest(products.tags) tag where lower(tag) = any(${rule.values.map((tag) => tag.toLowerCase())}))`;
    case 'attribute':
      return sql`products.id in (select product_id from product_facets where facets && array(
        select id from facet_values where facet || ':' || value = any(${rule.values.map((value) => value.toLowerCase())})))`;
    case 'price':
      return sql`products.from_paise between ${toPaise(rule.min ?? 0)} and ${toPaise(rule.max ?? maxRupees)}`;
    case 'inStock':
      return sql`exists (select from variants where product_id = products.id and stock > 0 and deleted_at is null)`;
    case 'onSale':
      return sql`exists (select from variants where product_id = products.id and selling_paise < price_paise and deleted_at is null)`;
    case 'new':
      return sql`products.created_at > now() - ${rule.days} * interval '1 day'`;
    case 'flag':
      return flags[rule.flag];
  }
}

const flags: Record<Extract<CollectionRule, { field: 'flag' }>['flag'], RawBuilder<SqlBool>> = {
  isFeatured: sql`(products.is_featured or products.status = 'featured')`,
  isTopDeal: sql`products.is_top_deal`,
  isTrending: sql`products.is_trending`,
};

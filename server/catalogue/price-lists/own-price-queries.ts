import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

/** What a variant costs a customer with a price list, in paise, and whether discounts reduce that. */
type OwnPrice = { paise: number; takesDiscounts: boolean };

/**
 * The active price lists of an account, none of a guest. The statements with `ownPrice` have them as the materialized
 * common table `own_lists`, so that they are read once for all variants.
 */
export const ownLists = (db: Database | Trx, userId: string | null) =>
  db
    .selectFrom('priceLists')
    .select(['id', 'percentTenths', 'takesDiscounts'])
    .where('isActive', '=', true)
    .where(
      sql<boolean>`${userId}::uuid is not null and customer_tag in (select t.tag from customers c
        join customer_tags t on t.customer_id = c.id where c.user_id = ${userId}::uuid)`,
    );

/**
 * The lowest price of `own_lists` for a row of `variants` and `products`; null unless it is below the selling price. A
 * price of a list counts instead of its percentage, which is rounded half up to a paisa. Of lists with the same price,
 * one that takes discounts. An expression of the row, and no join, so that it is evaluated for the locked row.
 */
export const ownPrice = sql<OwnPrice | null>`(
  select json_build_object('paise', o.paise, 'takesDiscounts', o.takes_discounts) from (
    select l.takes_discounts,
      coalesce(p.paise, (variants.selling_paise * (1000 - l.percent_tenths) + 500) / 1000) as paise
    from own_lists l
    left join price_list_prices p on p.price_list_id = l.id and p.variant_id = variants.id
  ) o
  where o.paise between 1 and variants.selling_paise - 1 and not products.is_gift_card
  order by o.paise, o.takes_discounts desc limit 1)`;

import { sql } from 'kysely';

/** What a variant costs a customer with a price list, in paise, and whether discounts reduce that. */
type OwnPrice = { paise: number; takesDiscounts: boolean };

/**
 * The selling price of a row of `variants` at this moment, in paise: that of its scheduled sale while the sale is on, also
 * if the job that changes `selling_paise` is late. What an order costs is decided by it.
 */
export const sellingNow = sql<number>`case when variants.sale_paise is null then variants.selling_paise
  when coalesce(variants.sale_from <= now(), true) and coalesce(variants.sale_until > now(), true)
    then least(variants.sale_paise, coalesce(variants.regular_paise, variants.selling_paise))
  else coalesce(variants.regular_paise, variants.selling_paise) end`;

/**
 * The lowest price of the active lists of an account for a row of `variants` and `products`; null unless it is below the
 * selling price, and for a guest, whose statement has nothing of price lists. A price of a list counts instead of its
 * percentage, which is rounded half up to a paisa. Of lists with the same price, one that takes discounts. An expression
 * of the row, and no join, so that it is evaluated for the locked row; the tags are read once for all rows.
 */
export const ownPrice = (userId: string | null) =>
  userId === null
    ? sql<OwnPrice | null>`null::json`
    : sql<OwnPrice | null>`(
  select json_build_object('paise', o.paise, 'takesDiscounts', o.takes_discounts) from (
    select l.takes_discounts,
      coalesce(p.paise, (${sellingNow} * (1000 - l.percent_tenths) + 500) / 1000) as paise
    from price_lists l
    left join price_list_prices p on p.price_list_id = l.id and p.variant_id = variants.id
    where l.is_active and l.customer_tag = any(array(select t.tag from customers c
      join customer_tags t on t.customer_id = c.id where c.user_id = ${userId}::uuid))
  ) o
  where o.paise between 1 and ${sellingNow} - 1 and not products.is_gift_card
  order by o.paise, o.takes_discounts desc limit 1)`;

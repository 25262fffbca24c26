import type { AuditCheck } from './audit-derived.ts';

/** Discounts of orders (decision 106). */
export const discountChecks: AuditCheck[] = [
  {
    name: 'order-discounts',
    rule: 'The discounts of an order add up to what its lines are reduced by, unless an admin has changed its lines',
    sql: `with placed as (
        select * from order_discounts d
        where not is_off_shipping and not exists (select from order_edits e where e.order_id = d.order_id))
      select format('Line %s is reduced by %s paise, its discounts add up to %s', i.id, i.discount_paise, coalesce(d.sum, 0)) as problem
        from order_items i
        left join (select order_item_id, sum(amount_paise) as sum from order_item_discounts group by 1) d on d.order_item_id = i.id
        where i.discount_paise <> coalesce(d.sum, 0)
          and (d.sum is not null or exists (select from placed o where o.order_id = i.order_id))
      union all select format('Line %s has a discount that its order does not have', d.order_item_id)
        from order_item_discounts d join order_items i on i.id = d.order_item_id
        where not exists (select from order_discounts o
          where o.order_id = i.order_id and o.discount_id = d.discount_id and not o.is_off_shipping)
      union all select format('Order %s has a discount of %s paise, which takes %s off its lines', o.order_id, o.amount_paise,
          coalesce(sum(d.amount_paise), 0))
        from placed o left join order_items i on i.order_id = o.order_id
          left join order_item_discounts d on d.order_item_id = i.id and d.discount_id = o.discount_id
        group by o.order_id, o.discount_id, o.amount_paise having o.amount_paise <> coalesce(sum(d.amount_paise), 0)`,
  },
  {
    name: 'free-shipping',
    rule: 'An order with free shipping has no delivery charge, unless an admin has changed its lines',
    sql: `select format('Order %s has free shipping and a delivery charge of %s paise', o.id, sum(i.shipping_paise) - o.cod_fee_paise)
        as problem
      from order_discounts d join orders o on o.id = d.order_id join order_items i on i.order_id = o.id
      where d.is_off_shipping and not exists (select from order_edits e where e.order_id = o.id)
      group by o.id having sum(i.shipping_paise) <> o.cod_fee_paise`,
  },
  {
    name: 'discount-uses',
    rule: 'The uses of a discount are its orders that have not failed or been cancelled',
    sql: `select format('Discount %s counts %s uses and has %s', d.title, d.uses, count(o.id)) as problem
      from discounts d left join order_discounts u on u.discount_id = d.id
        left join orders o on o.id = u.order_id and o.status not in ('failed', 'cancelled')
      group by d.id having d.uses <> count(o.id)`,
  },
  {
    name: 'discount-codes',
    rule: 'The uses of a unique code are its orders that have not failed or been cancelled',
    sql: `select format('Code %s counts %s uses and has %s', c.code, c.uses, count(o.id)) as problem
      from discount_codes c join discount_code_batches b on b.id = c.batch_id
        left join order_discounts u on u.discount_id = b.discount_id and u.code = c.code
        left join orders o on o.id = u.order_id and o.status not in ('failed', 'cancelled')
      group by c.code having c.uses <> count(o.id)`,
  },
];

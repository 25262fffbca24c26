import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../db/tables.ts';

/**
 * What the payment provider is asked for: less than the amount if a gift card pays, another one if the order was
 * changed.
 */
export const chargedPaise = sql<number>`coalesce(charged_paise, amount_paise)`.as('amountPaise');

/**
 * What is left to pay for an order whose payment is not under way: the courier collects it, with its first parcel. A
 * gift card pays its part also of an order that is not paid yet.
 */
export const collectedPaise = sql<number>`(select case
  when orders.cod_state is not null then due_on_delivery(orders)
  when payment_state in ('pending', 'failed', 'partly_paid') then orders.amount_paise
    - (select coalesce(sum(amount_paise), 0) from ledger_entries where order_id = orders.id)
    - (select coalesce(sum(free_paise), 0) from order_items where order_id = orders.id)
    - (select coalesce(sum(amount_paise), 0) from gift_card_uses
        where order_id = orders.id and charged_at is null and not is_free)
  else 0 end::int from order_states where order_id = orders.id)`;

/**
 * What units of a row of `order_items` cost after discounts, of which a free gift card is one, in paise with GST:
 * `line_paise` has the discount in it, and the share of delivery charge and fee.
 */
export const goodsPaise = (units: RawBuilder<number>) =>
  sql<number>`round((order_items.line_paise - order_items.shipping_paise)::numeric * ${units} / order_items.quantity
    * (1 - coalesce(order_items.free_paise::numeric / nullif(order_items.line_paise, 0), 0)))::int`;

/** The gift card of an order, with what it pays; of a free one, what the lines have of it after a change of the order. */
export const giftCardOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('giftCardUses')
      .innerJoin('giftCards', 'giftCards.id', 'giftCardUses.giftCardId')
      .select(['codeEnding as ending', 'giftCardUses.isFree'])
      .select(
        sql<number>`case when gift_card_uses.is_free
          then (select sum(free_paise)::bigint from order_items where order_id = orders.id)
          else amount_paise end`.as('amountPaise'),
      )
      .whereRef('giftCardUses.orderId', '=', 'orders.id'),
  ).as('giftCard');

import { type ExpressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../db/tables.ts';

/** What the payment provider is asked for: less than the amount if a gift card pays, another one if the order was changed. */
export const chargedPaise = sql<number>`coalesce(charged_paise, amount_paise)`.as('amountPaise');

/** The gift card of an order, with what it pays. */
export const giftCardOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('giftCardUses')
      .innerJoin('giftCards', 'giftCards.id', 'giftCardUses.giftCardId')
      .select(['codeEnding as ending', 'amountPaise'])
      .whereRef('giftCardUses.orderId', '=', 'orders.id'),
  ).as('giftCard');

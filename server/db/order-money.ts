import { sql } from 'kysely';

/** Column for a query of `orders`: what was captured of the order, in paise. */
export const paidPaise = sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from ledger_entries
  where order_id = orders.id and amount_paise > 0)`.as('paidPaise');

/** Column for a query of `orders`: what was refunded of the order, in paise. */
export const refundedPaise = sql<number>`(select coalesce(-sum(amount_paise), 0)::bigint from ledger_entries
  where order_id = orders.id and amount_paise < 0)`.as('refundedPaise');

/** Column for a query of `orders`: what the courier has to collect of the order, in paise. */
export const codDuePaise = sql<number>`due_on_delivery(orders)`.as('codDuePaise');

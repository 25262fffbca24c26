import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { linkReference } from '../../ledger/queries/link-queries.ts';
import { settledPayments } from '../../ledger/queries/payment-queries.ts';
import { chargedPaise } from './charged-queries.ts';
import type { LockedOrder } from './order-queries.ts';

/**
 * `linkId`: the payment link at the provider, of an order that is paid by one, and its reference. `hasRequests`:
 * whether it has payment requests.
 */
export type OrderToSettle = Pick<
  LockedOrder,
  'id' | 'provider' | 'isTest' | 'providerOrderId' | 'amountPaise'
> & { linkId: string | null; linkReference: string | null; hasRequests: boolean };

const linkId = sql<string | null>`(select provider_link_id from payment_links where order_id = orders.id)`;
const referenceOfLink = sql<
  string | null
>`(select ${linkReference} from payment_links where order_id = orders.id)`;

const hasRequests = sql<boolean>`exists (select from payment_requests where order_id = orders.id)`.as(
  'hasRequests',
);

/** The order of the provider's order, and whether this payment of the provider needs no settling (settledPayments). */
export async function findByProviderOrder(db: Database | Trx, providerOrderId: string, paymentId = '') {
  return db
    .selectFrom('orders')
    .select(['id', 'provider', 'isTest', 'providerOrderId', chargedPaise, 'userId', 'accessKey'])
    .select(sql<boolean>`exists (${settledPayments(paymentId)})`.as('isSettled'))
    .select([linkId.as('linkId'), referenceOfLink.as('linkReference'), hasRequests])
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst();
}

/** The order with this payment link. */
export async function findByLink(db: Database, providerLinkId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('paymentLinks', 'paymentLinks.orderId', 'orders.id')
    .select(['id', 'provider', 'isTest', 'providerOrderId', chargedPaise, 'providerLinkId as linkId'])
    .select([linkReference.as('linkReference'), hasRequests])
    .where('providerLinkId', '=', providerLinkId)
    .executeTakeFirst();
}

/** The columns for settling and for reopening the payment. */
export async function findForSettling(db: Database | Trx, id: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'provider', 'isTest', 'providerOrderId', chargedPaise, 'status', 'stock', 'accessKey'])
    .select([
      'createdAt',
      'nextCheckAt',
      'codState',
      'codAdvancePaise',
      linkId.as('linkId'),
      referenceOfLink.as('linkReference'),
      hasRequests,
    ])
    .select([
      sql<boolean>`exists (select from payment_links where order_id = orders.id)`.as('hasLink'),
      sql<boolean>`expires_at <= now()`.as('hasExpired'),
      sql<number>`round(extract(epoch from expires_at - reserved_at) / 60)::int`.as('reservedMinutes'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether this order of the provider belonged to a removed test order. */
export async function wasRemoved(db: Database, providerOrderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('removedTestOrders')
    .select('providerOrderId')
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst();
  return row !== undefined;
}

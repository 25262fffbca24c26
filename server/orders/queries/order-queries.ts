import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { LookUpRequest } from '../../../shared/contract/orders/order-look-up.ts';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';
import { codDuePaise, paidPaise, refundedPaise } from '../../db/order-money.ts';
import { readPage } from '../../db/paging.ts';
import type { Tables } from '../../db/tables.ts';
import type { Actor } from '../../deps.ts';
import { can } from '../../permissions.ts';
import { chargedPaise, giftCardOfOrder } from './charged-queries.ts';
import { shipmentsOfOrder, stateOfOrder, unitsToPack } from './shipment-queries.ts';

/** Access as part of the statement: the owner, an admin who may see all orders, or a client with the order key. */
export type Reader = { actor: Actor; key: string | undefined };

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order with its lines, timeline and money, if this reader may see it. */
export async function findOrder(db: Database | Trx, id: string, reader: Reader | 'shop') {
  const found = fullOrders(db).where('orders.id', '=', id);
  if (reader === 'shop' || can(reader.actor, 'orders.viewAll')) return found.executeTakeFirst();
  // Null matches nothing.
  const key = reader.key || null;
  const userId = reader.actor.kind === 'guest' ? null : reader.actor.userId;
  return found
    .where((eb) => eb.or([eb('orders.accessKey', '=', key), eb('orders.userId', '=', userId)]))
    .executeTakeFirst();
}

/** One page of the orders of a user, newest first, and their number. */
export async function listOrdersOf(db: Database, userId: string, page: { page: number; limit: number }) {
  const matching = fullOrders(db)
    .where('orders.userId', '=', userId)
    .where('orders.deletedAt', 'is', null)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc');
  return readPage(matching, page);
}

/** The discounts of an order, with what each takes off; `isOfLines`: of which lines, which an admin may have replaced. */
const discountsOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('orderDiscounts')
      .select(['title', 'code', 'orderDiscounts.amountPaise', 'isOffShipping'])
      .select(
        sql<boolean>`exists (select from order_item_discounts s join order_items i on i.id = s.order_item_id
          where i.order_id = orders.id and s.discount_id = order_discounts.discount_id)`.as('isOfLines'),
      )
      .whereRef('orderDiscounts.orderId', '=', 'orders.id')
      .orderBy('code')
      .orderBy('discountId'),
  ).as('discounts');

/** Whether an order with a document was deleted: it is not in the list any more, but in the books. */
export const isArchived = sql<boolean>`exists (select from archived_orders where order_id = orders.id)`;

/** The GST rate of a row of `order_items`, instead of the column of this name, which has no hundredths. */
const exactRate = gstTenthsOf('order_items').as('gstTenths');

const linesOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('orderItems')
      .selectAll('orderItems')
      .select(exactRate)
      .select(
        sql<number>`(select coalesce(sum(l.quantity), 0)::int from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_item_id = order_items.id and r.status <> 'failed')`.as('refundedQuantity'),
      )
      .select(unitsToPack)
      .select((item) =>
        jsonObjectFrom(
          item
            .selectFrom('giftCards')
            .select(['id', 'codeEnding', 'recipientName', 'recipientEmail', 'sentAt', 'disabledAt'])
            .select(sql<string | null>`send_on::text`.as('sendDay'))
            .whereRef('giftCards.orderItemId', '=', 'orderItems.id'),
        ).as('soldCard'),
      )
      .whereRef('orderItems.orderId', '=', 'orders.id')
      .orderBy('position'),
  ).as('items');

const eventsOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('orderEvents')
      .select(['id', 'status', 'at', 'byUser', 'byLabel', 'note', 'internal', 'isNote', 'editedAt'])
      .whereRef('orderEvents.orderId', '=', 'orders.id')
      .orderBy('id'),
  ).as('events');

/** The documents of a kind, in the order of their issue. */
const documentsOfOrder = (
  eb: ExpressionBuilder<Tables, 'orders'>,
  kind: 'credit_note' | 'replaced_invoice',
) =>
  jsonArrayFrom(
    eb
      .selectFrom('invoices')
      .select(['id', 'code', sql<number>`(content->'totals'->>'totalPaise')::bigint`.as('amountPaise')])
      .whereRef('invoices.orderId', '=', 'orders.id')
      .where('kind', '=', kind)
      .orderBy('issuedAt'),
  );

/** Selects orders with their lines, timeline, documents and payments. */
export const fullOrders = (db: Database | Trx) =>
  db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) => [
      linesOfOrder(eb),
      discountsOfOrder(eb),
      giftCardOfOrder(eb),
      eventsOfOrder(eb),
      shipmentsOfOrder(eb),
      stateOfOrder('paymentState'),
      stateOfOrder('fulfilmentState'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select(['id', 'name', 'email', 'mobile'])
          .whereRef('users.id', '=', 'orders.userId'),
      ).as('user'),
      jsonObjectFrom(
        eb
          .selectFrom('invoices')
          .select(['code'])
          .whereRef('invoices.orderId', '=', 'orders.id')
          .where('kind', '=', 'invoice'),
      ).as('invoice'),
      documentsOfOrder(eb, 'credit_note').as('creditNotes'),
      documentsOfOrder(eb, 'replaced_invoice').as('replacedInvoices'),
      eb
        .selectFrom('payments')
        .select('providerPaymentId')
        .whereRef('payments.orderId', '=', 'orders.id')
        .where('isPrimary', '=', true)
        .as('paymentId'),
      jsonObjectFrom(
        eb
          .selectFrom('paymentLinks')
          .select(['url', 'closedAt'])
          .whereRef('paymentLinks.orderId', '=', 'orders.id'),
      ).as('paymentLink'),
      jsonObjectFrom(
        eb
          .selectFrom('paymentRequests')
          .select(['paymentRequests.amountPaise', 'url', 'paymentRequests.expiresAt'])
          .whereRef('paymentRequests.orderId', '=', 'orders.id')
          .where('paymentRequests.state', '=', 'open'),
      ).as('paymentRequest'),
      paidPaise,
      refundedPaise,
      codDuePaise,
      isArchived.as('isArchived'),
    ]);

/** Locks the row of an order; every change begins here. */
export async function lockOrder(trx: Trx, id: string) {
  return trx
    .selectFrom('orders')
    .selectAll()
    .select(isArchived.as('isArchived'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/**
 * The unpaid order with this order key; `hasExpired` by the clock of the database. Not one with a payment link or that is
 * paid on delivery, whose units the shop reserves for days.
 */
export async function findUnpaidByKey(trx: Trx, id: string, accessKey: string) {
  if (!isId(id)) return undefined;
  return trx
    .selectFrom('orders')
    .select([
      'id',
      'reservationId',
      'reservedAt',
      'expiresAt',
      sql<boolean>`expires_at <= now()`.as('hasExpired'),
    ])
    .where('id', '=', id)
    .where('accessKey', '=', accessKey)
    .where('status', '=', 'pending')
    .where('codState', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('paymentLinks').select('orderId').whereRef('paymentLinks.orderId', '=', 'orders.id'),
        ),
      ),
    )
    .executeTakeFirst();
}

/** The order of this key, with what the payment provider is asked for. */
export async function findByIdempotencyKey(db: Database | Trx, scope: string, key: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'status', chargedPaise, 'accessKey', 'providerOrderId', 'requestHash'])
    .select(['codState', 'codAdvancePaise', 'orders.amountPaise as totalPaise'])
    .where('idempotencyScope', '=', scope)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();
}

export async function listItems(trx: Trx | Database, orderId: string) {
  return trx
    .selectFrom('orderItems')
    .selectAll()
    .select(exactRate)
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
}

/** Forgets to whom the gift cards of an order are mailed: the cards have it, or the order is anonymised. */
export async function clearRecipients(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('orderItems')
    .set({ recipient: '{}' })
    .where('orderId', '=', orderId)
    .where('recipient', 'is not', null)
    .execute();
}

/** The newest order with this id or number that was placed with this e-mail or mobile, and where its mails go. */
export async function findForLookUp(trx: Trx, { order, email, mobile }: LookUpRequest) {
  return trx
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.userId')
    .select([
      'orders.id',
      'orders.isTest',
      'orders.accessKey',
      sql<string | null>`coalesce(nullif(orders.email, ''), users.email)`.as('to'),
    ])
    .where('orders.deletedAt', 'is', null)
    .where(isId(order) ? sql`orders.id` : sql`right(orders.id::text, 6)`, '=', order)
    .where((eb) =>
      email
        ? eb.or([eb('orders.email', '=', email), eb('users.email', '=', email)])
        : eb.or([eb('orders.mobile', '=', mobile ?? ''), eb('users.mobile', '=', mobile ?? '')]),
    )
    .orderBy('orders.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

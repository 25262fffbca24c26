import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OrderSearch } from '../search.ts';

/** The ids of the orders that match a search, as queries of which each has its own index. */
export function foundOrders(db: Database, search: OrderSearch) {
  const { orderId, providerOrderId, providerPaymentId, providerRefundId, documentNumber } = search;
  const orders = db.selectFrom('orders').select('id');
  if (orderId) return [orders.where('id', '=', orderId)];
  if (providerOrderId) return [orders.where('providerOrderId', '=', providerOrderId)];
  const payments = db.selectFrom('payments').select('orderId as id');
  if (providerPaymentId) return [payments.where('providerPaymentId', '=', providerPaymentId)];
  const refunds = db.selectFrom('refunds').select('orderId as id');
  if (providerRefundId) return [refunds.where('providerRefundId', '=', providerRefundId)];
  const documents = db.selectFrom('invoices').select('orderId as id');
  if (documentNumber) return [documents.where((eb) => eb.and(documentNumber))];
  const { idRange, orderNumber, pattern = '' } = search;
  const found = orders.where((eb) =>
    eb.or([
      eb(orderWords, 'like', pattern),
      ...(orderNumber ? [eb(sql`right(id::text, 6)`, '=', orderNumber)] : []),
      ...(idRange ? [eb.and([eb('id', '>=', idRange[0]), eb('id', '<=', idRange[1])])] : []),
    ]),
  );
  const bought = db.selectFrom('orderItems').select('orderId as id').where(itemWords, 'like', pattern);
  const shipped = db
    .selectFrom('shipments')
    .select('orderId as id')
    .where(sql`lower(tracking_number)`, 'like', pattern)
    // The index leaves out the others.
    .where('trackingNumber', '<>', '');
  return search.inItems ? [found, bought, shipped] : [found];
}

/** Must equal the expression of the index orders_search. */
const orderWords = sql<string>`' ' || lower(name) || ' ' || email || ' ' || mobile || ' ' || alt_mobile || ' ' ||
  lower(tracking_number) || ' ' || coalesce(lower(shipping->>'city') || ' ' || (shipping->>'postalCode'), '')`;

/** The same for order_items_search. */
const itemWords = sql<string>`' ' || lower(name || ' ' || variant_label || ' ' || sku)`;

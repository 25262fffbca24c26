import { shortRupees, toRupees } from '../../shared/money.ts';
import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import { issueMissingInvoice, reverseInvoice } from '../invoices/invoices.ts';
import { insertOfflinePayment, listPayments } from '../ledger/queries/payment-queries.ts';
import * as orders from '../orders/orders.ts';
import { readCodDue } from '../orders/queries/cod-queries.ts';
import { type LockedOrder, listItems, lockOrder } from '../orders/queries/order-queries.ts';
import { listShipments, listUnitsToPack } from '../orders/queries/shipment-queries.ts';
import { confirm } from './confirm.ts';

type Units = { orderItemId: string; quantity: number }[];

/**
 * Refuses to pack an order that is paid on delivery before it is confirmed, if the shop wants that (409
 * `cod_unconfirmed`), or in parts (409 `cod_in_parts`): its one parcel carries the whole amount (decision 109). The
 * order is locked.
 */
export async function requireWholeCod(trx: Trx, orderId: string, units: Units): Promise<void> {
  const order = await lockOrder(trx, orderId);
  // Before its part in advance was paid, too: then it is one parcel when that arrives.
  if (!order || (order.codState === null && order.codAdvancePaise === 0)) return;
  if (order.codState === 'unconfirmed' && order.codNeedsConfirmation)
    throw conflict('cod_unconfirmed', 'This order is not confirmed yet. Confirm it before you pack it.');
  const lines = await listUnitsToPack(trx, orderId);
  const isWhole = lines.every(
    ({ id, quantity }) => units.find(({ orderItemId }) => orderItemId === id)?.quantity === quantity,
  );
  if (!isWhole)
    throw conflict(
      'cod_in_parts',
      'An order that is paid on delivery is shipped in one parcel, with all its units.',
    );
}

/**
 * Lets confirmation, money and invoice of an order that is paid on delivery follow its shipments (decision 109):
 * packing confirms it, a delivered shipment records the cash that the courier collected, once, and the invoice is
 * issued when it leaves the shop and reversed if it comes back unpaid. Other orders stay as they are. The order is
 * locked, with its current status.
 */
export async function followShipments(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  by: { name: string; userId: string | null },
): Promise<void> {
  if (!order.codState) return;
  const states = (await listShipments(trx, order.id)).map(({ state }) => state);
  const cause = { by: by.name, ...(by.userId && { byUser: by.userId }) };
  if (order.codState !== 'confirmed' && states.some((state) => state !== 'cancelled'))
    await confirm(trx, order, cause);
  const amountPaise = await readCodDue(trx, order.id);
  const received = amountPaise === 0;
  const now = deps.clock.now();
  if (!received && states.includes('delivered')) {
    const isPrimary = order.codAdvancePaise === 0;
    const payment = { orderId: order.id, amountPaise, isPrimary, method: 'cash', byUser: by.userId };
    await insertOfflinePayment(trx, { ...payment, note: collected }, { now, by: by.name });
    const note = `Payment of ${shortRupees(toRupees(amountPaise))} recorded: ${collected}`;
    await orders.addEvent(trx, order, { ...cause, note });
  }
  const hasLeft = states.some((state) => state === 'shipped' || state === 'delivered');
  if (!received && !hasLeft) return reverseInvoice(trx, order, now);
  const { seller } = await getSettings(trx);
  const items = await listItems(trx, order.id);
  const advance = (await listPayments(trx, order.id)).find(({ isPrimary }) => isPrimary);
  const paymentId = [advance?.providerPaymentId, 'Cash on delivery'].filter(Boolean).join(', ');
  await issueMissingInvoice(trx, order, { seller, items, paymentId, now });
}

const collected = 'Collected on delivery';

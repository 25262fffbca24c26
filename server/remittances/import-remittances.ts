import type { RemittanceResult } from '../../shared/contract/orders/cod.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField } from '../errors.ts';
import { moveShipment, updateShippedOrder } from '../fulfilment/fulfilment.ts';
import { mailOrderStatus } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { listShipments } from '../orders/queries/shipment-queries.ts';
import type { WorkerModule } from '../runtime/worker-pool.ts';
import type { RemittanceLine } from './remittance-file.ts';
import { insertRemittance, listRemittable, type RemittableOrder } from './remittance-queries.ts';

const maxLines = 1000;
const readModule: WorkerModule<typeof import('./remittance-file.ts')> = {
  url: new URL('./remittance-file.ts', import.meta.url),
  maxMs: 30_000,
  tooSlow: () => badField('file', 'The file takes too long to read. Please divide it into smaller files.'),
};

/**
 * Compares a courier's list of collected amounts with the orders that are paid on delivery (decision 109), and with
 * `apply` records what agrees: the remittance, once for each order, and the delivery of a parcel that is still on its
 * way, with its payment. Each order in its own transaction, so that a list can be repeated after an interruption. 400
 * for a file that can't be read, or of more than 1,000 lines.
 */
export async function importRemittances(
  deps: Deps,
  admin: NamedAdmin,
  bytes: Buffer,
  apply: boolean,
): Promise<RemittanceResult> {
  const lines = await deps.workers.run(readModule, 'readRemittanceFile', bytes);
  if (lines.length > maxLines) throw badField('file', 'At most 1,000 lines at once.');
  const found = await listRemittable(deps.db, {
    trackingNumbers: lines.map(({ trackingNumber }) => trackingNumber.toLowerCase()).filter(Boolean),
    numbers: lines.map(({ order }) => order).filter(Boolean),
  });
  const seen = new Set<string>();
  const result: RemittanceResult = { applied: apply, lines: [] };
  for (const line of lines) {
    const compared = compare(line, found, seen);
    const { order } = compared;
    const isLate =
      apply && order && compared.state === 'matched' && !(await record(deps, admin, order.id, line));
    result.lines.push({
      line: line.line,
      order_id: order?.id ?? null,
      order_number: order ? orderNumber(order.id) : line.order.toUpperCase(),
      trackingNumber: line.trackingNumber,
      amount: line.amountPaise === null ? null : toRupees(line.amountPaise),
      date: line.day,
      ...(isLate
        ? { state: 'difference' as const, message: 'The order was changed meanwhile' }
        : told(compared)),
    });
  }
  return result;
}

type Line = RemittanceResult['lines'][number];
type Compared = Pick<Line, 'state' | 'message'> & { order?: RemittableOrder };
const told = ({ state, message }: Compared) => ({ state, message });

/** What a line says about an order. `seen`: the orders of earlier lines. */
function compare(line: RemittanceLine, found: RemittableOrder[], seen: Set<string>): Compared {
  const [order, another] = found.filter(
    ({ id, trackingNumber }) =>
      (line.order !== '' && id.endsWith(line.order)) ||
      (line.trackingNumber !== '' && trackingNumber.toLowerCase() === line.trackingNumber.toLowerCase()),
  );
  if (!order) {
    const unread = !line.order && !line.trackingNumber && line.numberProblem;
    return { state: 'unknown', message: unread || 'No order that is paid on delivery has this number' };
  }
  if (another) return { state: 'unknown', message: 'Several orders have these numbers' };
  if (order.isRemitted) return { order, state: 'known', message: 'Recorded before' };
  const problem = seen.has(order.id) ? 'The order is in the file twice' : problemOf(order, line);
  seen.add(order.id);
  if (problem) return { order, state: 'difference', message: problem };
  const isSent = order.shipmentState === 'shipped';
  return {
    order,
    state: 'matched',
    message: isSent ? 'In transit: becomes delivered and paid' : 'Delivered and paid',
  };
}

/** Why an amount can't be recorded for an order; empty if it can. */
function problemOf(order: RemittableOrder, { amountPaise, dateProblem }: RemittanceLine): string {
  if (amountPaise === null) return 'The amount can’t be read';
  if (dateProblem) return dateProblem;
  // A courier that counts in whole rupees has passed on what it has collected.
  if (Math.abs(amountPaise - order.codPaise) >= 100)
    return `${shortRupees(toRupees(order.codPaise))} is to be collected`;
  if (order.shipmentState === 'returned') return 'The parcel came back to the shop';
  return order.shipmentState === 'shipped' || order.shipmentState === 'delivered'
    ? ''
    : 'The order was not shipped';
}

/** Records the remittance of one order. False if it can't be recorded any more. */
function record(deps: Deps, admin: NamedAdmin, orderId: string, line: RemittanceLine): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const numbers = [orderNumber(orderId).toLowerCase()];
    const now = (await listRemittable(trx, { trackingNumbers: [], numbers })).find(
      ({ id }) => id === orderId,
    );
    if (!order || !now || now.isRemitted || problemOf(now, line)) return false;
    const amountPaise = now.codPaise;
    await insertRemittance(trx, {
      orderId,
      amountPaise,
      remittedOn: line.day,
      recordedBy: admin.userId,
    });
    await recordAudit(trx, admin, { action: 'order.remittance', subject: orderId, detail: { amountPaise } });
    const note = `The courier has passed on ${shortRupees(toRupees(line.amountPaise ?? amountPaise))}`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note, internal: true });
    for (const shipment of await listShipments(trx, orderId)) {
      if (shipment.state !== 'shipped') continue;
      await moveShipment(deps, trx, admin, shipment, 'delivered');
      await updateShippedOrder(deps, trx, admin, order, { ...shipment, state: 'delivered' }, shipment);
      await mailOrderStatus(deps, trx, orderId, 'delivered', { numbers: [shipment.number] });
    }
    return true;
  });
}

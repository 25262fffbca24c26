import type { OrderStatus } from '../../shared/contract/orders/orders.ts';
import type { Trx } from '../db/database.ts';
import { addEvent, type Cause, setStatus } from './changes.ts';
import { readStates } from './queries/shipment-queries.ts';

/**
 * The status of a locked order that is open and has this status, as its payment and its shipments imply (contract §7). An
 * order that ended keeps its status.
 */
export async function readStatus(trx: Trx, order: { id: string; status: OrderStatus }): Promise<OrderStatus> {
  const { status } = order;
  if (status === 'failed' || status === 'cancelled') return status;
  const { fulfilmentState, toShip, isPaid } = await readStates(trx, order.id);
  switch (fulfilmentState) {
    case 'delivered':
      return 'delivered';
    case 'fulfilled':
    case 'returned':
      return 'shipped';
    case 'partly_fulfilled':
      return 'processing';
    case 'unfulfilled':
      if (toShip) return 'processing';
      if (status === 'pending' || status === 'paid') return status;
      return isPaid ? 'paid' : 'pending';
  }
}

/**
 * Gives a locked order the status that its payment and its shipments imply, and records the cause. Returns the status.
 */
export async function updateStatus(
  trx: Trx,
  order: { id: string; status: OrderStatus },
  cause: Cause,
): Promise<OrderStatus> {
  const status = await readStatus(trx, order);
  if (status !== order.status) await setStatus(trx, order.id, status, cause);
  else if (cause.note) await addEvent(trx, order, cause);
  return status;
}

import type { OrderStatus } from '../../shared/contract/orders/orders.ts';
import type { ShipmentChange } from '../../shared/contract/orders/shipments.ts';
import { requireWholeCod } from '../cash-on-delivery/cash-on-delivery.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import { findOpenRequest } from '../ledger/queries/request-queries.ts';
import {
  insertShipment,
  insertShipmentEvent,
  listShipments,
  listUnitsToPack,
  restockLines,
  type Shipment,
  type ShipmentState,
  unstockLines,
  updateShipment,
} from '../orders/queries/shipment-queries.ts';

export type ShipmentDetails = Pick<
  ShipmentChange,
  'courier' | 'trackingNumber' | 'weightGrams' | 'lengthCm' | 'widthCm' | 'heightCm'
>;
/** An admin, or a courier, which has no account. */
export type Author = { name: string; userId: string | null };
type Units = { orderItemId: string; quantity: number }[];

/**
 * Puts units of a locked order in a new shipment with this state. Errors: those of requireWholeCod, and 409
 * `payment_requested` while a payment link for a difference is open.
 */
export async function shipUnits(
  deps: Deps,
  trx: Trx,
  orderId: string,
  by: Author,
  {
    units,
    state,
    details,
  }: { units: Units; state: 'packed' | 'shipped' | 'delivered'; details: ShipmentDetails },
): Promise<Shipment> {
  await requireWholeCod(trx, orderId, units);
  if (await findOpenRequest(trx, orderId))
    throw conflict(
      'payment_requested',
      'A payment link for the difference is open. Wait for the payment, or withdraw the link first.',
    );
  const times = timesOf(deps, state);
  const made = await insertShipment(trx, { orderId, state, ...details, ...times }, units);
  await recordEvent(trx, made.id, state, by);
  return made;
}

/**
 * Changes the state of a shipment of a locked order. `restock`: the units of a returned shipment go back into stock;
 * they are taken again when it leaves that state, which is a 409 `out_of_stock` if they are sold.
 */
export async function moveShipment(
  deps: Deps,
  trx: Trx,
  by: Author,
  { id, orderId, state: from }: Shipment,
  state: ShipmentState,
  { restock = false } = {},
): Promise<void> {
  const cause = { reason: `Shipment ${state}`, orderId, by: by.name };
  if (from === 'returned') {
    const taken = await unstockLines(trx, id);
    if (taken.length > 0 && !(await changeStock(trx, taken, cause)))
      throw conflict('out_of_stock', 'The items of this shipment are no longer in stock.');
  }
  await updateShipment(trx, id, { state, ...timesOf(deps, state, from) });
  if (state === 'returned' && restock) await restockUnits(trx, by, { id, orderId });
  await recordEvent(trx, id, state, by);
}

/** Puts the units of a returned shipment of a locked order back into stock. False if they are there already. */
export async function restockUnits(
  trx: Trx,
  by: Author,
  { id, orderId }: Pick<Shipment, 'id' | 'orderId'>,
): Promise<boolean> {
  const back = await restockLines(trx, id);
  if (back.length > 0) await changeStock(trx, back, { reason: 'Shipment returned', orderId, by: by.name });
  return back.length > 0;
}

/** The times of a shipment that enters a state: later ones are removed, because they did not happen. */
function timesOf({ clock }: Pick<Deps, 'clock'>, state: ShipmentState, from: ShipmentState = 'packed') {
  const now = clock.now();
  const leaves = from === 'packed' && { shippedAt: now };
  switch (state) {
    case 'packed':
      return { shippedAt: null, deliveredAt: null, returnedAt: null };
    case 'shipped':
      return { ...leaves, deliveredAt: null, returnedAt: null };
    case 'delivered':
      return { ...leaves, deliveredAt: now, returnedAt: null };
    case 'returned':
      return { ...leaves, returnedAt: now };
    case 'cancelled':
      return {};
  }
}

const recordEvent = (trx: Trx, shipmentId: string, state: ShipmentState, { userId, name }: Author) =>
  insertShipmentEvent(trx, { shipmentId, state, byUser: userId, byLabel: name });

/**
 * Moves the shipments of a locked order so that they imply this status (contract §7): packs, ships or delivers what is
 * left, or undoes that. Returns the numbers of the shipments that were shipped or delivered with it.
 */
export async function moveShipments(
  deps: Deps,
  trx: Trx,
  by: Author,
  orderId: string,
  to: OrderStatus,
): Promise<number[]> {
  const all = (await listShipments(trx, orderId)).filter(({ state }) => state !== 'cancelled');
  const are = (...states: ShipmentState[]) => all.filter(({ state }) => states.includes(state));
  const move = async (some: Shipment[], state: ShipmentState) => {
    for (const shipment of some) await moveShipment(deps, trx, by, shipment, state);
    return some.map(({ number }) => number);
  };
  /** A shipment with all that is left; with everything if nothing was ever packed, even if it was refunded. */
  const shipLeft = async (state: 'packed' | 'shipped' | 'delivered') => {
    const lines = await listUnitsToPack(trx, orderId);
    const left = lines.filter(({ unitsToPack }) => unitsToPack > 0);
    const units =
      left.length > 0 || all.length > 0
        ? left.map(({ id, unitsToPack }) => ({ orderItemId: id, quantity: unitsToPack }))
        : lines.map(({ id, quantity }) => ({ orderItemId: id, quantity }));
    if (units.length === 0) return [];
    const made = await shipUnits(deps, trx, orderId, by, { units, state, details: {} });
    return [made.number];
  };

  switch (to) {
    case 'pending':
    case 'paid':
      await move(all, 'cancelled');
      return [];
    case 'failed':
    case 'cancelled':
      await move(are('packed'), 'cancelled');
      return [];
    case 'processing': {
      const out = are('shipped', 'delivered');
      await move(out.length > 0 || are('packed').length > 0 ? out : are('returned'), 'packed');
      if (all.length === 0) await shipLeft('packed');
      return [];
    }
    case 'shipped': {
      await move(are('delivered'), 'shipped');
      return [...(await move(are('packed'), 'shipped')), ...(await shipLeft('shipped'))];
    }
    case 'delivered': {
      const open = are('packed', 'shipped');
      const made = [...(await move(open, 'delivered')), ...(await shipLeft('delivered'))];
      return made.length > 0 || are('delivered').length > 0 ? made : move(are('returned'), 'delivered');
    }
  }
}

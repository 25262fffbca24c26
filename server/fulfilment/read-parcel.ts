import type { Database } from '../db/database.ts';
import { findParcel } from './booking-queries.ts';
import { listOrdersToPrint, parcelsOf } from './printing/printing.ts';

/**
 * A shipment as couriers need it, with what they collect for it in paise, as its label says. Undefined if there is no
 * such shipment of this order.
 */
export async function readParcel(db: Database, orderId: string, shipmentId: string) {
  const parcel = await findParcel(db, orderId, shipmentId);
  const [order] = parcel ? await listOrdersToPrint(db, [orderId]) : [];
  if (!parcel || !order) return undefined;
  const { codPaise = 0 } = parcelsOf(order).find(({ number }) => number === parcel.number) ?? {};
  return { ...parcel, codPaise };
}

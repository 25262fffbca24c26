import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { maxPrintedOrders } from '../../shared/contract/orders/print-jobs.ts';
import type { NewShipment, ShipmentChange } from '../../shared/contract/orders/shipments.ts';
import { namedAdmin } from '../accounts/accounts.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin } from '../orders/orders.ts';
import { listSelectedIds } from '../orders/queries/admin-queries.ts';
import { can } from '../permissions.ts';
import { listChangedOrders } from './batch-queries.ts';
import { bookingAdmin } from './booking-admin.ts';
import { orderBatches } from './order-batches.ts';
import { markReadyForPickup } from './pickup.ts';
import { printJobs, readLabel, readPackingSlip } from './printing/printing.ts';
import { changeShipment, createShipment } from './shipments.ts';

/** What an admin does with the goods of orders (contract §3, §7). */
export function fulfilmentAdmin(deps: Deps, admin: Admin) {
  const { db } = deps;
  const { getAnyOrder, getChangedOrder } = orderAdmin(deps, admin);
  const scope = can(admin, 'orders.viewAll') ? 'all' : 'to-pack';
  return {
    /** Packs or ships a part of an order. See createShipment for its errors. */
    async createShipment(id: string, shipment: NewShipment): Promise<AdminOrder> {
      await createShipment(deps, await namedAdmin(deps, admin), id, shipment);
      return getChangedOrder(id);
    },

    /** Changes a shipment of an order. See changeShipment for its errors. */
    async changeShipment(id: string, shipmentId: string, change: ShipmentChange): Promise<AdminOrder> {
      await changeShipment(deps, await namedAdmin(deps, admin), id, shipmentId, change);
      return getChangedOrder(id);
    },

    /** Records that an order can be picked up. See markReadyForPickup for its errors. */
    async markReadyForPickup(id: string): Promise<AdminOrder> {
      await markReadyForPickup(deps, await namedAdmin(deps, admin), id);
      return getChangedOrder(id);
    },

    /** The packing slip of an order as a PDF; 404 for an order that the admin does not see. */
    async getPackingSlip(id: string) {
      await getAnyOrder(id);
      return readPackingSlip(deps, id);
    },

    /** The shipping label of an order as a PDF; 404 also without a tracking number or delivery address. */
    async getLabel(id: string) {
      await getAnyOrder(id);
      return readLabel(deps, id);
    },

    ...printJobs(deps, admin, async (by, inBooks) =>
      listSelectedIds(
        db,
        'batch' in by ? { ids: await listChangedOrders(db, admin.userId, by.batch) } : by,
        scope,
        { limit: maxPrintedOrders + 1, inBooks },
      ),
    ),

    ...orderBatches(deps, admin),

    ...bookingAdmin(deps, admin, () => namedAdmin(deps, admin)),
  };
}

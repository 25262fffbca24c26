import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { can } from '../permissions.ts';
import { deleteWhatsappConsent } from './change-queries.ts';
import { addEvent } from './changes.ts';
import { readDocument, readInvoice } from './invoices/documents.ts';
import { findEarlierDocument } from './invoices/queries.ts';
import { askForOrderLink, orderLink } from './link.ts';
import { presentOrder } from './present.ts';
import * as queries from './queries.ts';

export * from './account-queries.ts';
export { listSelectedIds } from './admin-queries.ts';
export { courierFile } from './batches/courier-file.ts';
export {
  advanceOrderBatch,
  findOrderBatch,
  insertOrderBatch,
  listOrderBatches,
  listSkips,
  lockNextOrder,
  type OrderBatchRow,
} from './batches/queries.ts';
export { countBoughtTogether } from './bought-together-queries.ts';
export { setHidden, setReadyForPickup } from './change-queries.ts';
export * from './changes.ts';
export {
  deleteCodBlocks,
  findBuyer,
  hasBought,
  insertCodBlocks,
  isCodBlocked,
  listCodBlocks,
  readCodDue,
  saveCodToken,
  setCodState,
  takeCodToken,
} from './cod-queries.ts';
export * from './edit-queries.ts';
export { readCreditNote, readInvoice } from './invoices/documents.ts';
export { type TaxedBuyer, taxOfSale } from './invoices/invoice.ts';
export * from './invoices/issue.ts';
export { expirePrints } from './invoices/print-queries.ts';
export { deleteExpiredPrints, runPrintJob, tidyPrintJobs } from './invoices/run-print-job.ts';
export * from './invoices/skip-numbers.ts';
export { mailOrderLink } from './link.ts';
export * from './link-queries.ts';
export * from './manual-order-queries.ts';
export { insertNote } from './note-queries.ts';
export { orderAdmin } from './order-admin.ts';
export {
  claimPaymentOpening,
  extendReservation,
  type Reservation,
  saveProviderOrder,
} from './placement-queries.ts';
export {
  clearRecipients,
  findByIdempotencyKey,
  findUnpaidByKey,
  type LockedOrder,
  listItems,
  lockOrder,
} from './queries.ts';
export { readParcel } from './read-parcel.ts';
export {
  insertRefundLines,
  listFreeOfRefunded,
  listRefundLines,
  listReservedUnits,
  type RefundLine,
  sumFreeLeft,
} from './refund-line-queries.ts';
export { listRefundable, type RefundableLine } from './refund-lines.ts';
export { insertRemittance, listRemittable, type RemittableOrder } from './remittance-queries.ts';
export * from './request-queries.ts';
export * from './reservation-queries.ts';
export * from './settle-queries.ts';
export {
  type Booking,
  beginCancelling,
  cancelUnpacked,
  claimBooking,
  claimToTrack,
  findBooking,
  findByTrackingNumber,
  findCurrentBooking,
  hasBooking,
  insertBooking,
  listBooked,
  listFailedReferences,
  listUnfinishedBookings,
  updateBooking,
} from './shipments/booking-queries.ts';
export { deleteOldLabels, pathOfLabel } from './shipments/label-files.ts';
export {
  insertShipment,
  insertShipmentEvent,
  listShipments,
  listUnitsToPack,
  restockLines,
  type Shipment,
  type ShipmentState,
  unstockLines,
  updateShipment,
} from './shipments/queries.ts';
export { readStatus, updateStatus } from './shipments/status.ts';
export * from './test-order-queries.ts';
export { isCodToPack, isToPack } from './to-pack.ts';
export { foldTotals } from './total-queries.ts';
export * from './unsettled-queries.ts';

/** Placed orders, for an actor: the owner, an admin, or a client with the order key. */
export function orders(deps: Deps, actor: Actor) {
  const { db } = deps;
  async function getRow(id: string, key: string | undefined) {
    const row = isId(id) ? await queries.findOrder(db, id, { actor, key }) : undefined;
    if (!row) throw notFound('Order not found.');
    return row;
  }

  return {
    /** Returns the order. 404 without access, so that ids can't be probed (contract §3). */
    async getOrder(id: string, key?: string): Promise<Order> {
      return presentOrder(await getRow(id, key));
    },

    /** Withdraws the consent to updates on WhatsApp. Without one nothing changes. 404 without access. */
    async endWhatsapp(id: string, key?: string): Promise<void> {
      const row = await getRow(id, key);
      await transaction(db, async (trx) => {
        const order = await deleteWhatsappConsent(trx, row.id);
        if (order)
          await addEvent(trx, order, {
            by: actor.kind === 'admin' ? 'Shop' : 'Shopper',
            note: 'Consent to updates on WhatsApp withdrawn',
          });
      });
    },

    /** Mails the link of an order to its own e-mail address. The reply does not reveal whether the order exists. */
    lookUp: (asked: LookUpRequest): Promise<void> => askForOrderLink(deps, asked, actor.address),

    /** The orders of a user, newest first; 404 for everyone but the user and admins who may see all orders. */
    async listOrdersOf(userId: string, page: { page: number; limit: number }) {
      const isOwn = actor.kind !== 'guest' && actor.userId === userId;
      const allowed = isOwn || can(actor, 'orders.viewAll');
      if (!allowed || !isId(userId)) throw notFound('Orders not found.');
      const { rows, total } = await queries.listOrdersOf(db, userId, page);
      return { items: rows.map(presentOrder), total };
    },

    /** The invoice as a PDF, which is drawn once and stored. 404 while the order is unpaid. */
    async getInvoice(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      await getRow(id, key);
      return readInvoice(deps, id);
    },

    /** A credit note, or an invoice that was replaced, as a PDF, by its own id; 404 without access to its order. */
    async getCreditNote(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      const document = isId(id) ? await findEarlierDocument(db, id) : undefined;
      if (!document) throw notFound('Credit note not found.');
      await getRow(document.orderId, key);
      return readDocument(deps, document);
    },
  };
}

/**
 * What a mail about an order needs, without an access check, with the items as they are stored; `email` is that of the
 * order. Throws if there is none.
 */
export async function getOrderForMail({ config }: Pick<Deps, 'config'>, trx: Trx, id: string) {
  const row = await queries.findOrder(trx, id, 'shop');
  if (!row) throw new Error(`order ${id} does not exist`);
  return { order: presentOrder(row), items: row.items, email: row.email, link: orderLink(config, row) };
}

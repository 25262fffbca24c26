import type { AttentionItem, AttentionQuery, Remedy } from '../../shared/contract/attention.ts';
import type { DiscountTrial } from '../../shared/contract/discounts.ts';
import type { ManualOrderRequest, QuoteRequest } from '../../shared/contract/manual-orders.ts';
import type {
  ContactChange,
  DueCollection,
  LinesChange,
  LinesQuoteRequest,
} from '../../shared/contract/order-edits.ts';
import type { AdminOrder, StatusChange } from '../../shared/contract/orders.ts';
import type { Refundable, RefundRequest } from '../../shared/contract/refunds.ts';
import type { NewShipment, ShipmentChange } from '../../shared/contract/shipments.ts';
import { isId } from '../../shared/id.ts';
import { findUser } from '../accounts/accounts.ts';
import { type AlertRow, findAlert, listAlerts, presentAlert, resolveAlert } from '../alerts/alerts.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { can } from '../permissions.ts';
import { bookingAdmin } from './booking-admin.ts';
import { sendGiftCardAgain } from './bought-gift-cards.ts';
import { changeContact } from './change-contact.ts';
import { changeLines, quoteLines } from './change-lines.ts';
import { codBlocks } from './cod/blocks.ts';
import { confirmByAdmin } from './cod/confirm.ts';
import { importRemittances } from './cod/remittances.ts';
import { createManualOrder, quoteOrder } from './manual-orders.ts';
import { orderBatches } from './order-batches.ts';
import { collectDue, withdrawRequest } from './payment-requests.ts';
import { markReadyForPickup } from './pickup.ts';
import { refundApprovals, requestOrAskRefund } from './refund-approvals.ts';
import { readRefundable, refundOrder } from './refund-order.ts';
import { listRefundable, refundableOf } from './refundable.ts';
import type { NamedAdmin } from './refunds.ts';
import { setOrderStatus } from './set-status.ts';
import { settleNow } from './settle.ts';
import { changeShipment, createShipment } from './shipments.ts';
import { getTestOrders, removeTestOrders } from './test-orders.ts';
import { tryDiscount } from './try-discount.ts';

/** What an admin does with the money and goods of orders (contract §3). */
export function checkoutAdmin(deps: Deps, admin: Admin) {
  const { getAnyOrder, getChangedOrder } = orders.orderAdmin(deps, admin);
  const { changeBlockOfOrder, ...blocks } = codBlocks(deps, admin);

  /** The admin with the name that the timeline of an order shows. */
  async function namedAdmin() {
    const user = await findUser(deps.db, admin.userId);
    return { ...admin, name: user?.name ?? 'Admin' };
  }

  async function checkPayment(id: string): Promise<void> {
    await getAnyOrder(id);
    await settleNow(deps, id);
  }

  return {
    /**
     * Sets any status, with its effects on money and goods. See setOrderStatus for its errors; 502 for `paid` while the
     * provider can't be asked whether the order is paid already.
     */
    async setStatus(id: string, change: StatusChange): Promise<AdminOrder> {
      // A payment that the provider has must not be recorded a second time as an offline payment.
      if (change.status === 'paid' && can(admin, 'orders.edit')) await checkPayment(id);
      await setOrderStatus(deps, await namedAdmin(), id, change);
      return getChangedOrder(id);
    },

    /** Mails a gift card again, to another address if one is given. See sendGiftCardAgain for its errors. */
    sendGiftCard: async (id: string, email?: string) =>
      sendGiftCardAgain(deps, await namedAdmin(), id, email),

    /** What a sample cart would cost with a discount. See tryDiscount for its errors. */
    tryDiscount: (trial: DiscountTrial) => tryDiscount(deps, trial),

    /** What an order would cost. See quoteOrder for its errors. */
    quote: (request: QuoteRequest) => quoteOrder(deps, request),

    /** Creates an order for a customer. See createManualOrder for its errors. */
    async createOrder(request: ManualOrderRequest, key: string): Promise<AdminOrder> {
      return getChangedOrder(await createManualOrder(deps, await namedAdmin(), request, key));
    },

    /** Changes contact details and address of an order. See changeContact for its errors. */
    async changeContact(id: string, change: ContactChange): Promise<AdminOrder> {
      await changeContact(deps, await namedAdmin(), id, change);
      return getChangedOrder(id);
    },

    /** What an order with other products would cost. See quoteLines for its errors. */
    quoteLines: (id: string, request: LinesQuoteRequest) => quoteLines(deps, id, request),

    /** Changes the products of an order. See changeLines for its errors. */
    async changeLines(id: string, change: LinesChange, key: string): Promise<AdminOrder> {
      await changeLines(deps, await namedAdmin(), id, change, key);
      return getChangedOrder(id);
    },

    /** Asks for what is due of an order, or records it. See collectDue for its errors. */
    async collectDue(id: string, request: DueCollection): Promise<AdminOrder> {
      await collectDue(deps, await namedAdmin(), id, request);
      return getChangedOrder(id);
    },

    /** Withdraws the payment link for what is due. See withdrawRequest for its errors. */
    async withdrawRequest(id: string): Promise<AdminOrder> {
      await withdrawRequest(deps, await namedAdmin(), id);
      return getChangedOrder(id);
    },

    /** Packs or ships a part of an order. See createShipment for its errors. */
    async createShipment(id: string, shipment: NewShipment): Promise<AdminOrder> {
      await createShipment(deps, await namedAdmin(), id, shipment);
      return getChangedOrder(id);
    },

    /** Changes a shipment of an order. See changeShipment for its errors. */
    async changeShipment(id: string, shipmentId: string, change: ShipmentChange): Promise<AdminOrder> {
      await changeShipment(deps, await namedAdmin(), id, shipmentId, change);
      return getChangedOrder(id);
    },

    /** What can still be refunded of an order, in total and by line. */
    getRefundable: (id: string): Promise<Refundable> => readRefundable(deps, id),

    /**
     * Refunds lines or an amount of an order. `isRequested` is false if the refund waits for approval. See refundOrder
     * for its errors.
     */
    async refund(id: string, request: RefundRequest, idempotencyKey?: string) {
      const isRequested = await refundOrder(deps, await namedAdmin(), id, request, idempotencyKey);
      return { isRequested, order: await getAnyOrder(id) };
    },

    /** Records that an order can be picked up. See markReadyForPickup for its errors. */
    async markReadyForPickup(id: string): Promise<AdminOrder> {
      await markReadyForPickup(deps, await namedAdmin(), id);
      return getChangedOrder(id);
    },

    /** Confirms an order that is paid on delivery. See confirmByAdmin for its errors. */
    async confirmOrder(id: string): Promise<AdminOrder> {
      await confirmByAdmin(deps, await namedAdmin(), id);
      return getChangedOrder(id);
    },

    /** Blocks cash on delivery for the buyer of an order, or removes the block. 404. */
    async blockBuyer(id: string, isBlocked: boolean): Promise<AdminOrder> {
      await changeBlockOfOrder(id, isBlocked);
      return getChangedOrder(id);
    },

    ...blocks,

    /** Compares a courier's list with the orders, and records what agrees if `apply`. See importRemittances. */
    importRemittances: async (bytes: Buffer, apply: boolean) =>
      importRemittances(deps, await namedAdmin(), bytes, apply),

    ...orderBatches(deps, admin),

    ...bookingAdmin(deps, admin, namedAdmin),

    ...refundApprovals(deps, admin, namedAdmin),

    /** Settles an order now. 502 while the provider can't be asked. */
    async checkWithProvider(id: string): Promise<AdminOrder> {
      await checkPayment(id);
      return getAnyOrder(id);
    },

    getTestOrders: () => getTestOrders(deps),

    /** Removes all test orders. See removeTestOrders for its errors. */
    removeTestOrders: async (shown: number) => removeTestOrders(deps, await namedAdmin(), shown),

    /** One page of the alerts, newest first. */
    listAttention: (query: AttentionQuery) => listAlerts(deps.db, query),

    /** Applies a remedy to an alert. See applyRemedy for its errors. */
    resolveAttention: async (id: string, remedy: Remedy): Promise<AttentionItem> =>
      applyRemedy(deps, await namedAdmin(), id, remedy),
  };
}

/**
 * Applies a remedy to an alert and resolves it. After `settle` it stays open while the order is not paid.
 * Errors: 404, 400 for a remedy that this alert does not offer, 409 `already_resolved`, `nothing_to_refund`, 502 while
 * the provider can't be asked.
 */
async function applyRemedy(
  deps: Deps,
  admin: NamedAdmin,
  id: string,
  remedy: Remedy,
): Promise<AttentionItem> {
  const alert = isId(id) ? await findAlert(deps.db, id) : undefined;
  if (!alert) throw notFound('Not found.');
  const { title, remedies } = presentAlert({ ...alert, resolvedAt: null });
  if (!remedies.includes(remedy)) throw badRequest('This can’t be done here.');
  const settled = remedy === 'settle' && alert.orderId ? await settleNow(deps, alert.orderId) : undefined;
  if (remedy !== 'settle' || settled?.paid) {
    await transaction(deps.db, async (trx) => {
      // The order is always locked first.
      const order = alert.orderId ? await orders.lockOrder(trx, alert.orderId) : undefined;
      if (!(await resolveAlert(trx, id, admin.userId, deps.clock.now()))) {
        throw conflict('already_resolved', 'Someone has already resolved this.');
      }
      await recordAudit(trx, admin, { action: 'attention.resolve', subject: id, detail: { title, remedy } });
      if (remedy === 'refund' && order) await refundFor(deps, trx, admin, alert, order, title);
      if (remedy === 'retry') await retryEvent(deps, trx, alert.subject);
    });
  }
  return presentAlert((await findAlert(deps.db, id)) ?? alert);
}

/** Refunds what the alert is about: the failed refund, or the payment; no other money of the order. */
async function refundFor(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  alert: AlertRow,
  order: orders.LockedOrder,
  title: string,
) {
  const failed = (await payments.listRefunds(trx, order.id)).find(({ id }) => id === alert.subject);
  const from = failed?.paymentId ?? alert.subject;
  const left = (await listRefundable(trx, order.id)).find(({ payment }) => payment.id === from)?.leftPaise;
  if (!left) throw conflict('nothing_to_refund', 'There is nothing left to refund.');
  const amountPaise = Math.min(left, failed?.amountPaise ?? left);
  const reason = failed?.reason ?? title;
  const prefix = `attention:${alert.id}:`;
  const lines = await linesOf(trx, order, failed?.id);
  await requestOrAskRefund(deps, trx, order, { admin, amountPaise, lines, reason, prefix, from });
}

/** The lines of a failed refund that no other refund has covered since. They are not restocked twice. */
async function linesOf(trx: Trx, order: orders.LockedOrder, refundId: string | undefined) {
  const of = (await orders.listRefundLines(trx, order.id)).filter((line) => line.refundId === refundId);
  if (of.length === 0) return [];
  const { lines: left } = await refundableOf(trx, order);
  return of.flatMap(({ orderItemId, quantity, amountPaise }) => {
    const now = left.find((line) => line.orderItemId === orderItemId);
    if (!now || now.quantity < quantity || now.amountPaise < amountPaise) return [];
    return [{ orderItemId, quantity, amountPaise, freePaise: 0, restocked: 0 }];
  });
}

async function retryEvent(deps: Deps, trx: Trx, eventId: string): Promise<void> {
  await payments.reopenWebhookEvent(trx, eventId, deps.clock.now());
  await deps.jobs.enqueue(trx, 'webhook-event', { eventId });
}

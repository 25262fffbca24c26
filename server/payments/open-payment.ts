import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateOrderReply } from '../../shared/contract/orders/checkout.ts';
import type { OrderStatus } from '../../shared/contract/orders/orders.ts';
import { transaction } from '../db/database.ts';
import type { CodState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { badGateway, conflict, unavailable } from '../errors.ts';
import { alertRefusedKeys, isKnownToProvider } from '../ledger/ledger.ts';
import * as orders from '../orders/orders.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { claimPaymentOpening, saveProviderOrder } from '../orders/queries/placement-queries.ts';
import { findForSettling } from '../orders/queries/settle-queries.ts';
import { providerTotalMs } from '../provider/provider.ts';
import { crashPoint } from '../runtime/crash-point.ts';

/** The columns of an order with which its payment is opened, of which `amountPaise` is left to pay. */
type Payable = {
  id: string;
  status: OrderStatus;
  amountPaise: number;
  accessKey: string;
  providerOrderId: string | null;
  codState: CodState | null;
  isNew?: boolean;
};

/** A placed order, with its amount and the part of it that is paid in advance. `isNew`: this request has placed it. */
export type Placed = Payable & { totalPaise: number; codAdvancePaise: number };

export const paymentFailedMessage = 'There was an error processing your payment. Please try again.';

/** How long one request may create the provider's order before another one tries: longer than the call takes. */
export const paymentOpeningMs = providerTotalMs + 5000;
/** How long a request waits for another one that creates the provider's order, and how often it looks. */
const wait = { maxMs: 2 * paymentOpeningMs, everyMs: 150 };

/**
 * Opens the payment of an order at the provider, or returns the one that is open. Among several requests for one order, in
 * any number of processes, one calls the provider; the others wait for its result. Errors: 502 if the provider can't
 * be used; the order has ended and its stock is released. 503 if another request takes too long.
 */
export async function openPayment(deps: Deps, order: Payable): Promise<CreateOrderReply> {
  const opened = { success: true as const, order_id: order.id, order_key: order.accessKey };
  // A gift card has paid for all.
  if (order.amountPaise === 0)
    return { ...opened, razorpay_order: null, key_id: deps.payments.keyId, paid: true };
  const providerOrderId = order.providerOrderId ?? (await createOnce(deps, order));
  crashPoint(deps, 'payment-stored');
  return {
    ...opened,
    razorpay_order: { id: providerOrderId, amount: order.amountPaise, currency: 'INR' },
    key_id: deps.payments.keyId,
    // It is paid on delivery once its part in advance was received.
    paid: order.status !== 'pending' || order.codState !== null,
  };
}

/**
 * Opens the payment of an unpaid order again, with its existing provider order (contract §3). The reservation is not
 * extended. Errors: 409 `not_payable` if the order is paid or no longer reserved, has a payment link or is paid on
 * delivery; those of openPayment.
 */
export async function reopenPayment(deps: Deps, orderId: string): Promise<CreateOrderReply> {
  const order = await findForSettling(deps.db, orderId);
  const isReserved =
    order?.status === 'pending' &&
    order.stock === 'reserved' &&
    !order.hasExpired &&
    !order.hasLink &&
    !order.codState &&
    isKnownToProvider(deps, order);
  if (!isReserved) throw conflict('not_payable', 'This order can no longer be paid. Please order again.');
  return openPayment(deps, order);
}

/** The request that placed the order may create the provider's order; a later one only after it has given up or died. */
async function createOnce(deps: Deps, order: Payable): Promise<string> {
  if (order.isNew) return create(deps, order);
  for (let waitedMs = 0; waitedMs < wait.maxMs; waitedMs += wait.everyMs) {
    if (await claimPaymentOpening(deps.db, order.id, paymentOpeningMs)) return create(deps, order);
    const now = await findForSettling(deps.db, order.id);
    if (now?.providerOrderId) return now.providerOrderId;
    if (now?.status !== 'pending') throw badGateway(paymentFailedMessage);
    await sleep(wait.everyMs);
  }
  throw unavailable('Your payment is still being prepared. Please try again.');
}

/** Creates the provider's order, outside any transaction. If that fails, the stock is released at once. */
async function create(deps: Deps, order: Payable): Promise<string> {
  crashPoint(deps, 'order-stored');
  const opened = await createAtProvider(deps, order).catch(async (error) => {
    await alertRefusedKeys(deps, error);
    deps.log.error({ err: error, orderId: order.id }, 'the payment could not be opened');
    return giveUp(deps, order.id);
  });
  if (!opened) throw badGateway(paymentFailedMessage);
  return opened;
}

async function createAtProvider(deps: Deps, order: Payable): Promise<string | null> {
  const { id } = await deps.payments.provider.createOrder({
    amountPaise: order.amountPaise,
    receipt: order.id,
    notes: { shop_order_id: order.id },
    mayExist: !order.isNew,
  });
  crashPoint(deps, 'payment-opened');
  return saveProviderOrder(deps.db, order.id, id);
}

/** Ends the order, unless another request has stored the provider's order meanwhile: returns its id. */
function giveUp(deps: Deps, orderId: string): Promise<string | null> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order?.providerOrderId) return order.providerOrderId;
    const note = 'The payment could not be opened';
    await orders.releaseOrder(trx, orderId, { status: 'failed', by: 'System', note, freeKey: true });
    return null;
  });
}

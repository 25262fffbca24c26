import type {
  CodOrderReply,
  CreateOrderReply,
  CreateOrderRequest,
  OrderHeaders,
  PaymentMethod,
} from '../../shared/contract/orders/checkout.ts';
import { toRupees } from '../../shared/money.ts';
import { mailCodOrder } from '../cash-on-delivery/cash-on-delivery.ts';
import { subtractOrder } from '../catalogue/catalogue.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { findByIdempotencyKey } from '../orders/queries/order-queries.ts';
import type { Placed } from '../payments/open-payment.ts';
import { openPayment, payByGiftCard } from '../payments/payments.ts';
import { hashOfRequest } from '../request-hash.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { waitedTooLong } from '../runtime/limiter.ts';
import { checkCodes } from './code-attempts.ts';
import { draftOrder } from './draft-order.ts';
import { inTurn, refuseWithPlace } from './order-turn.ts';
import { type Attempt, buyerKeys, placeDraft, placeOnce } from './placing/placing.ts';
import { endPlace } from './queue-queries.ts';

/**
 * Places an order that is paid online, and opens its payment (contract §3). With an idempotency key in `headers`, a
 * repeated request returns the same order. Errors: those of draftOrder, placeDraft, checkCodes, inTurn and openPayment,
 * 409 `idempotency_mismatch`.
 */
export async function placeOrder(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  headers: OrderHeaders,
): Promise<CreateOrderReply> {
  return openPayment(deps, await place(deps, actor, request, headers, 'online'));
}

/**
 * Places an order that is paid on delivery, with the mail in which it is confirmed (decision 109), without a call to the
 * provider. If the shop asks for a part in advance, it opens the payment for that instead. Errors: as placeOrder.
 */
export async function placeCodOrder(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  headers: OrderHeaders,
): Promise<CodOrderReply> {
  const order = await place(deps, actor, request, headers, 'cash_on_delivery');
  const amount = toRupees(order.totalPaise);
  if (order.codAdvancePaise > 0) return { ...(await openPayment(deps, order)), amount };
  crashPoint(deps, 'order-stored');
  const placed = { success: true as const, order_id: order.id, order_key: order.accessKey, amount };
  return { ...placed, razorpay_order: null, key_id: deps.payments.keyId, paid: false };
}

async function place(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  { 'idempotency-key': key }: OrderHeaders,
  method: PaymentMethod,
): Promise<Placed> {
  const userId = actor.kind === 'guest' ? null : actor.userId;
  const hash = hashOfRequest(method === 'online' ? request : { ...request, method });
  const attempt = key === undefined ? undefined : { scope: userId ?? 'guest', key, hash, isFreed: true };
  const buyer = buyerKeys(userId, request.email ?? '', actor.address);
  const write = (place: number | undefined) =>
    transaction(deps.db, async (trx) => {
      const order = await placeInTransaction(deps, trx, actor, request, { method, attempt });
      if (place !== undefined) await endPlace(trx, place);
      return order;
    });
  const isPlaced = async (trx: Trx) =>
    attempt !== undefined &&
    (await findByIdempotencyKey(trx, attempt.scope, attempt.key))?.requestHash === attempt.hash;
  const order = await placeOnce(deps.db, attempt, async () => {
    // An order on delivery can't be paid with a gift card, so that of one is not looked up.
    const card = method === 'online' ? request.gift_card_code : undefined;
    await checkCodes(deps, actor, { ...request, gift_card_code: card }, isPlaced);
    return inTurn(deps, buyer, request, write);
  }).catch(async (error) => {
    throw error === waitedTooLong ? await refuseWithPlace(deps, buyer) : error;
  });
  if (order.isNew) deps.log.info({ orderId: order.id }, 'order placed');
  return order;
}

async function placeInTransaction(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  request: CreateOrderRequest,
  about: { method: PaymentMethod; attempt: Attempt | undefined },
): Promise<Placed> {
  const draft = await draftOrder(deps, trx, actor, request, about);
  const { id, now, columns, payment } = draft;
  const placed = await placeDraft(deps, trx, draft, async () => {
    if (payment !== 'elsewhere') return;
    if (columns.userId) await subtractOrder(trx, columns.userId, id, now);
    await mailCodOrder(deps, trx, id);
  });
  if (placed.amountPaise > 0) return placed;
  await payByGiftCard(deps, trx, id);
  return { ...placed, status: 'paid' };
}

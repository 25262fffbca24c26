import { randomBytes, randomUUID } from 'node:crypto';
import type {
  CodOrderReply,
  CreateOrderReply,
  CreateOrderRequest,
  OrderHeaders,
  PaymentMethod,
} from '../../shared/contract/orders/checkout.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { notServedText } from '../../shared/orders/delivery.ts';
import {
  reservationMinutes,
  scarceCodShare,
  scarceReservationMinutes,
} from '../../shared/orders/reservation.ts';
import {
  codNote,
  mailCodOrder,
  notProved,
  proofOf,
  requireCod,
  requireProofOfShare,
} from '../cash-on-delivery/cash-on-delivery.ts';
import { subtractOrder } from '../catalogue/catalogue.ts';
import { getSettings } from '../content/content.ts';
import { type Trx, transaction } from '../db/database.ts';
import { findDelivery, findPickup } from '../delivery/delivery.ts';
import type { Actor, Deps } from '../deps.ts';
import { findOffers, spendDiscounts } from '../discounts/discounts.ts';
import { badField, conflict } from '../errors.ts';
import { findUsableCard, paidByCard, reserveGiftCard } from '../gift-cards/gift-cards.ts';
import * as orders from '../orders/orders.ts';
import { openPayment, type Placed, payByGiftCard, paymentOpeningMs } from '../payments/payments.ts';
import {
  amountChanged,
  cardChanged,
  checkTotals,
  noCharges,
  orderItemsOf,
  type PricedLine,
  payableByCard,
  priceCart,
  shopTerms,
  shortLines,
  withFreeCard,
} from '../pricing/pricing.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { waitedTooLong } from '../runtime/limiter.ts';
import { type Attempt, attemptOf, findAttempt } from './attempts.ts';
import { askForState, buyerOf } from './buyer.ts';
import { checkCodes } from './code-attempts.ts';
import { deliveryOf, extrasOf } from './order-extras.ts';
import { inTurn, refuseWithPlace } from './order-turn.ts';
import { endPlace } from './queue-queries.ts';
import { noCardAtTheDoor } from './quote.ts';
import { requireRecipients } from './recipients.ts';
import { priceListNotes } from './sale-terms.ts';

/**
 * Places an order and opens the payment for it (contract §3): prices the cart from the database, reserves the stock
 * in the same transaction, and then calls the provider. With an idempotency key in `headers`, a repeated request returns
 * the same order. The unpaid order that it `replaces` is cancelled in the same transaction. Errors: 400 fields, 409
 * `amount_changed`, `out_of_stock`, `item_unavailable`, `idempotency_mismatch`, 503 `checkout_queue`, those of
 * checkCodes, findOffers, findUsableCard, checkLimits, askForState and openPayment. 400 also for a PIN code to which
 * the shop does not deliver.
 */
export async function placeOrder(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  headers: OrderHeaders,
): Promise<CreateOrderReply> {
  return openPayment(deps, await placeOnce(deps, actor, request, headers, 'online'));
}

/**
 * Places an order that is paid on delivery, in one transaction with its stock and the mail in which it is confirmed
 * (decision 109), without a call to the provider. If the shop asks for a part in advance, it opens the payment for that
 * instead (decision 109). Otherwise as placeOrder; errors also 409 `cod_unavailable`.
 */
export async function placeCodOrder(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  headers: OrderHeaders,
): Promise<CodOrderReply> {
  const order = await placeOnce(deps, actor, request, headers, 'cash_on_delivery');
  const amount = toRupees(order.totalPaise);
  if (order.codAdvancePaise > 0) return { ...(await openPayment(deps, order)), amount };
  crashPoint(deps, 'order-stored');
  const placed = { success: true as const, order_id: order.id, order_key: order.accessKey, amount };
  return { ...placed, razorpay_order: null, key_id: deps.payments.keyId, paid: false };
}

async function placeOnce(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  { 'idempotency-key': key, 'checkout-proof': proof }: OrderHeaders,
  method: PaymentMethod,
): Promise<Placed> {
  const attempt = key === undefined ? undefined : attemptOf(userIdOf(actor), key, request, method);
  const order =
    (attempt && (await findAttempt(deps, attempt))) ??
    (await createOrder(deps, actor, request, { attempt, method, proof }));
  if (order.isNew) deps.log.info({ orderId: order.id }, 'order placed');
  return order;
}

/** `proof`: the work that the buyer has done for her place in the waiting room. */
type Placing = { attempt: Attempt | undefined; method: PaymentMethod; proof: string | undefined };
const userIdOf = (actor: Actor) => (actor.kind === 'guest' ? null : actor.userId);

async function createOrder(
  deps: Deps,
  actor: Actor,
  request: CreateOrderRequest,
  { attempt, method, proof }: Placing,
): Promise<Placed> {
  const userId = userIdOf(actor);
  const buyer = { ...orders.buyerKeys(userId, request.email ?? '', actor.address), proof };
  const write = (place: number | undefined) =>
    transaction(deps.db, async (trx) => {
      const order = await writeOrder(deps, trx, actor, request, attempt, method);
      if (place !== undefined) await endPlace(trx, place);
      return order;
    });
  const isPlaced = async (trx: Trx) =>
    attempt !== undefined &&
    (await orders.findByIdempotencyKey(trx, attempt.scope, attempt.key))?.requestHash === attempt.hash;
  try {
    // An order on delivery can't be paid with a gift card, so that of one is not looked up.
    const card = method === 'online' ? request.gift_card_code : undefined;
    await checkCodes(deps, actor, { ...request, gift_card_code: card }, isPlaced);
    return await inTurn(deps, buyer, request, write);
  } catch (error) {
    // A concurrent request with this key placed the order: return it instead of reporting its units as sold out.
    const made = attempt && (await findAttempt(deps, attempt));
    if (made) return made;
    throw error === waitedTooLong ? await refuseWithPlace(deps, buyer) : error;
  }
}

async function writeOrder(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  request: CreateOrderRequest,
  attempt: Attempt | undefined,
  method: PaymentMethod,
): Promise<Placed> {
  const isCod = method === 'cash_on_delivery';
  const { settings } = await getSettings(trx);
  const now = deps.clock.now();
  const { pickupPoint: place } = request;
  // Gift cards are mailed.
  const isShipped = !request.cart_items.every(({ recipient }) => recipient);
  const pickup = place === undefined || !isShipped ? null : findPickup(settings.delivery, place, now);
  if (pickup && isCod) throw conflict('cod_unavailable', 'Orders that you pick up are paid online.');
  const buyer = await buyerOf(trx, actor, request, settings.asksForAddress && isShipped && !pickup);
  if (isCod && !buyer.mobile) throw badField('mobile', 'Mobile number is required');
  const cardCode = request.gift_card_code;
  if (isCod && cardCode) throw badField('gift_card_code', noCardAtTheDoor);
  const userId = userIdOf(actor);
  const keys = orders.buyerKeys(userId, buyer.email, actor.address);
  // With a part in advance, it waits for its payment as an order that is paid online.
  const isDeferred = isCod && settings.codAdvance === null;
  const shopper = { userId, mobile: buyer.mobile, email: buyer.email, proof: request.mobile_proof };
  const codProof = isCod ? await proofOf(deps, trx, shopper) : undefined;
  // A mobile number proves nothing online, but it is where the courier calls. Who has proved it is no stranger: many
  // shoppers of a mobile carrier share an address.
  const limited = {
    ...keys,
    ...(isDeferred && { codMobile: buyer.mobile }),
    ...(isDeferred && codProof === 'mobile' && { addressBlock: '' }),
  };
  const isLimited = deps.config.rateLimit !== 'off';
  const units = request.cart_items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (isLimited) await orders.lockLimits(trx, limited, units);
  const continues = request.replaces && (await releaseReplaced(trx, request.replaces));
  const delivery = buyer.shipping && (await findDelivery(trx, settings, buyer.shipping, now));
  if (delivery && !delivery.served)
    throw badField('shipping_details.postalCode', notServedText(delivery.postalCode));
  if (delivery) askForState(delivery, request);
  const addressee = buyer.shipping && { ...buyer.shipping, name: buyer.name };
  const customer = { ...keys, mobile: buyer.mobile, addressee };
  const price = async () => {
    const offers = await findOffers(trx, customer, request.discount_code);
    const terms = shopTerms(userId, offers, delivery ?? noCharges, method, toPaise(settings.codFeeRupees));
    return priceCart(trx, request.cart_items, terms);
  };
  const cart = await price();
  requireRecipients(cart, request.cart_items, buyer, now);
  const short = shortLines(cart, request.cart_items);
  if (short) throw short;
  checkTotals(cart, settings);
  const cod = isCod && (await requireCod(trx, settings, cart, { ...buyer, delivery }));
  if (isCod && settings.codProvesMobile && !codProof) throw notProved(deps.config);
  if (request.amount !== undefined && request.amount !== cart.amountPaise) throw amountChanged(cart);
  const card = cardCode ? await findUsableCard(deps, trx, cardCode) : undefined;
  const cardPaise = card ? paidByCard(card, payableByCard(cart)) : 0;
  const advancePaise = cod ? cod.codAdvancePaise : 0;
  const duePaise = advancePaise || cart.amountPaise - cardPaise;
  if (request.due !== undefined && request.due !== duePaise)
    throw isCod ? amountChanged(cart, advanceChanged) : cardChanged(cart);
  const id = randomUUID();
  const largestOrderPaise = toPaise(settings.maxOrderRupees);
  const reservationId = continues?.reservationId ?? id;
  const wayOut = isDeferred && deps.config.texts ? notProved(deps.config) : undefined;
  if (isLimited) await orders.checkLimits(trx, limited, cart, { largestOrderPaise, reservationId, wayOut });

  const accessKey = randomBytes(16).toString('base64url');
  await orders.createOrder(
    trx,
    {
      id,
      createdAt: now,
      updatedAt: now,
      amountPaise: cart.amountPaise,
      roundingPaise: cart.roundingPaise,
      chargedPaise: duePaise < cart.amountPaise ? duePaise : null,
      isGuest: userId === null,
      ...buyer,
      ...extrasOf(request, settings, now),
      ...keys,
      shipping: buyer.shipping && JSON.stringify(buyer.shipping),
      delivery: delivery && deliveryOf(delivery),
      pickup: pickup && JSON.stringify(pickup),
      accessKey,
      placedFrom: actor.address,
      provider: deps.payments.name,
      isTest: deps.payments.test,
      ...cod,
      ...(isDeferred
        ? { reservationMinutes: settings.codConfirmHours * 60, continues: undefined }
        : { reservationMinutes, continues }),
      paymentOpeningMs: isDeferred || duePaise === 0 ? 0 : paymentOpeningMs,
      nextCheckAt: isDeferred || duePaise === 0 ? null : new Date(now.getTime() + 2 * 60_000),
      idempotencyScope: attempt?.scope ?? null,
      idempotencyKey: attempt?.key ?? null,
      requestHash: attempt?.hash ?? null,
    },
    orderItemsOf(card?.isFree ? withFreeCard(cart, cardPaise) : cart, now),
    { by: 'Shopper', note: isCod ? codNote(advancePaise) : 'Order placed' },
  );
  for (const note of priceListNotes(cart))
    await orders.addEvent(trx, { id, status: 'pending' }, { by: 'Shopper', note, internal: true });
  if (isDeferred) {
    if (userId) await subtractOrder(trx, userId, id, now);
    // The mail says until when it can be confirmed. The stock may have changed: a limit of time need not be exact.
    const minutes = settings.codConfirmHours * 60 * scarceCodShare;
    await orders.shortenIfScarce(trx, id, stockAfter(cart.lines), { minutes, isCod: true });
    await mailCodOrder(deps, trx, id);
  }
  const lines = await orders.takeStock(trx, cart, request.cart_items, { orderId: id, by: 'Shopper' });
  if (!isDeferred) {
    const minutes = scarceReservationMinutes;
    await orders.shortenIfScarce(trx, id, stockAfter(lines), { minutes, isCod: false });
  } else if (isLimited) {
    requireProofOfShare(deps.config, await orders.codShares(trx, limited, lines), codProof);
  }
  // A discount was used up meanwhile: the shopper gets the price without it.
  if (!(await spendDiscounts(trx, id, cart.discounts, customer))) throw amountChanged(await price());
  // Of an order of ₹1, a card with less can pay nothing.
  const isReserved = !card || cardPaise === 0 || (await reserveGiftCard(trx, id, card, cardPaise));
  if (!isReserved) throw cardChanged(cart);
  if (duePaise === 0) await payByGiftCard(deps, trx, id);
  const status = duePaise === 0 ? 'paid' : 'pending';
  const placed = { id, status, amountPaise: duePaise, accessKey, providerOrderId: null } as const;
  return {
    ...placed,
    totalPaise: cart.amountPaise,
    codAdvancePaise: advancePaise,
    codState: null,
    isNew: true,
  };
}

/** The units that are left after an order of these lines. */
const stockAfter = (lines: PricedLine[]) =>
  lines.map(({ variant, quantity }) => ({ variantId: variant.id, stock: variant.stock - quantity }));

const advanceChanged = 'What is paid in advance has changed. Please check it and order again.';

/**
 * Cancels the unpaid order that this one replaces, and returns its reservation, unless it has expired. A late payment of
 * the order is handled as after any cancellation (settle).
 */
async function releaseReplaced(
  trx: Trx,
  replaced: NonNullable<CreateOrderRequest['replaces']>,
): Promise<orders.Reservation | undefined> {
  const old = await orders.findUnpaidByKey(trx, replaced.order_id, replaced.order_key);
  if (!old) return undefined;
  const { id, hasExpired, ...reservation } = old;
  const end = { status: 'cancelled' as const, by: 'Shopper', note: 'Replaced by a new order' };
  return (await orders.releaseOrder(trx, id, end)) && !hasExpired ? reservation : undefined;
}

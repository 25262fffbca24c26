import { randomUUID } from 'node:crypto';
import type { CreateOrderRequest, PaymentMethod } from '../../shared/contract/orders/checkout.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { toPaise } from '../../shared/money.ts';
import { notServedText } from '../../shared/orders/delivery.ts';
import {
  reservationMinutes,
  scarceCodShare,
  scarceReservationMinutes,
} from '../../shared/orders/order-state.ts';
import { proofOf } from '../cash-on-delivery/cash-on-delivery.ts';
import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { OrderDelivery } from '../db/tables.ts';
import { type DeliveryOffer, findDelivery, findPickup } from '../delivery/delivery.ts';
import type { Actor, Deps } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import { findUnpaidByKey } from '../orders/queries/order-queries.ts';
import type { Reservation } from '../orders/queries/placement-queries.ts';
import { noCharges, shopTerms } from '../pricing/pricing.ts';
import { askForState, businessOf, buyerOf } from './buyer.ts';
import { refuseOnHoliday } from './holiday.ts';
import { type Attempt, buyerKeys, lockLimits, type OrderDraft } from './placing/placing.ts';
import { noCardOnDelivery } from './quote.ts';

/**
 * The order that a shopper wants to place. Locks what limits count, and cancels the unpaid order that it replaces.
 * Errors: 409 `checkout_closed` on a holiday of the shop, 400 fields, also for a PIN code to which the shop does not
 * deliver, `state_unconfirmed`, 409 `cod_unavailable`.
 */
export async function draftOrder(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  request: CreateOrderRequest,
  { method, attempt }: { method: PaymentMethod; attempt: Attempt | undefined },
): Promise<OrderDraft> {
  const { settings } = await getSettings(trx);
  const now = deps.clock.now();
  refuseOnHoliday(settings, now);
  const isCod = method === 'cash_on_delivery';
  const { pickup, buyer } = await readWhereTo(trx, actor, request, { settings, now, isCod });
  const userId = actor.kind === 'guest' ? null : actor.userId;
  const keys = buyerKeys(userId, buyer.email, actor.address);
  // With a part in advance, it waits for its payment as an order that is paid online.
  const isDeferred = isCod && settings.codAdvance === null;
  const { email, mobile } = buyer;
  const codProof = isCod
    ? await proofOf(deps, trx, { userId, mobile, email, proof: request.mobile_proof })
    : undefined;
  // A mobile number proves nothing online, but it is where the courier calls. Who has proved it is no stranger: many
  // shoppers of a mobile carrier share an address.
  const limited = {
    ...keys,
    ...(isDeferred && { codMobile: mobile }),
    ...(isDeferred && codProof === 'mobile' && { addressBlock: '' }),
  };
  const isLimited = deps.config.rateLimit !== 'off';
  const units = request.cart_items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (isLimited) await lockLimits(trx, limited, units);
  const continues = request.replaces && (await cancelReplaced(trx, request.replaces));
  const delivery = buyer.shipping && (await findDelivery(trx, settings, buyer.shipping, now));
  if (delivery && !delivery.served)
    throw badField('shipping_details.postalCode', notServedText(delivery.postalCode));
  if (delivery) askForState(delivery, request);
  const addressee = buyer.shipping && { ...buyer.shipping, name: buyer.name };
  const codMinutes = settings.codConfirmHours * 60;
  return {
    id: randomUUID(),
    now,
    settings,
    cause: { by: 'Shopper', note: 'Order placed' },
    items: request.cart_items,
    method,
    terms: shopTerms({
      now,
      userId,
      delivery: delivery ?? noCharges,
      method,
      codFeePaise: isCod ? toPaise(settings.codFeeRupees) : 0,
    }),
    columns: {
      ...buyer,
      ...extrasOf(request, settings, now),
      ...keys,
      shipping: buyer.shipping && JSON.stringify(buyer.shipping),
      delivery: delivery && deliveryOf(delivery),
      pickup: pickup && JSON.stringify(pickup),
      placedFrom: actor.address,
    },
    attempt,
    payment: isDeferred ? 'elsewhere' : 'window',
    reservation: isDeferred
      ? { minutes: codMinutes, scarceMinutes: codMinutes * scarceCodShare }
      : { minutes: reservationMinutes, scarceMinutes: scarceReservationMinutes, continues },
    shown: { amountPaise: request.amount, duePaise: request.due },
    shopper: {
      customer: { ...keys, mobile, addressee },
      discountCode: request.discount_code,
      giftCardCode: request.gift_card_code,
      delivery,
      limited: isLimited ? limited : undefined,
      codProof,
    },
  };
}

/** Who buys, and where the order goes or is picked up; gift cards are mailed. */
async function readWhereTo(
  trx: Trx,
  actor: Actor,
  request: CreateOrderRequest,
  { settings, now, isCod }: { settings: Settings; now: Date; isCod: boolean },
) {
  const { pickupPoint } = request;
  const isShipped = !request.cart_items.every(({ recipient }) => recipient);
  const pickup =
    pickupPoint === undefined || !isShipped ? null : findPickup(settings.delivery, pickupPoint, now);
  if (pickup && isCod) throw conflict('cod_unavailable', 'Orders that you pick up are paid online.');
  const buyer = await buyerOf(trx, actor, request, settings.asksForAddress && isShipped && !pickup);
  if (isCod && !buyer.mobile) throw badField('mobile', 'Mobile number is required');
  if (isCod && request.gift_card_code) throw badField('gift_card_code', noCardOnDelivery);
  return { pickup, buyer };
}

/**
 * Cancels the unpaid order that this one replaces, and returns its reservation, unless it has expired. A late payment of
 * the order is handled as after any cancellation (settle).
 */
async function cancelReplaced(
  trx: Trx,
  replaced: NonNullable<CreateOrderRequest['replaces']>,
): Promise<Reservation | undefined> {
  const old = await findUnpaidByKey(trx, replaced.order_id, replaced.order_key);
  if (!old) return undefined;
  const { id, hasExpired, ...reservation } = old;
  const end = { status: 'cancelled' as const, by: 'Shopper', note: 'Replaced by a new order' };
  return (await orders.releaseOrder(trx, id, end)) && !hasExpired ? reservation : undefined;
}

/** What the buyer adds to the order. */
function extrasOf(request: CreateOrderRequest, settings: Settings, now: Date) {
  const { note, giftMessage, whatsappConsent } = request;
  const agrees = settings.asksForWhatsapp && whatsappConsent !== undefined;
  return {
    buyerNote: note,
    giftMessage: settings.offersGiftMessage ? giftMessage : '',
    ...businessOf(request, settings),
    ...(agrees && { whatsappConsent, whatsappConsentAt: now }),
  };
}

const deliveryOf = ({ zone, from, by }: DeliveryOffer) =>
  JSON.stringify({ zone, from, by } satisfies OrderDelivery);

import { mailboxOf } from '../../shared/mailbox.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { addressBlock } from '../address-block.ts';
import { sumStockForSale } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import { conflict, ShopError } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import type { PricedCart } from './price.ts';

/**
 * What unpaid orders may reserve at once (decision 37): orders, units, value as a multiple of the largest order, and
 * share of all units for sale.
 */
const limits = {
  buyer: { orders: 5, units: 999, largestOrders: 1, share: 1 / 5, unitsAnHour: 3 },
  block: { orders: 40, units: 2000, largestOrders: 2, share: 1 / 4, unitsAnHour: 6 },
  all: { orders: 500, units: 10_000, largestOrders: 20, share: 1 / 2, unitsAnHour: 0 },
};
/** The value of the largest order, if the settings allow less: otherwise a few shoppers would reach the limits. */
const minLargestOrderPaise = 50_000_000;
/**
 * This number of units may be reserved in a scope, whatever their share is: a small shop must be able to sell them all.
 */
const unitsOfAnyShare = 100;
/** Orders of at most this number of units are not subject to the limits of all orders, which an attacker could use up. */
const smallOrderUnits = 10;
/** How often in an hour a buyer or block may reserve all units of a variant without paying; `unitsAnHour` always. */
const timesAnHour = 2;

/** The buyer of an order, as limits count it. */
export const buyerKeys = (userId: string | null, email: string, address: string) => ({
  userId,
  mailbox: email && mailboxOf(email),
  addressBlock: addressBlock(address),
});
/** `codMobile`: the mobile number of an order that is paid on delivery, which counts with orders of that kind only. */
type BuyerKeys = ReturnType<typeof buyerKeys> & { codMobile?: string };

const scopesOf = ({ addressBlock: block, ...buyer }: BuyerKeys, units: number) => [
  { ...limits.buyer, scope: buyer, whose: 'Your unpaid orders' },
  ...(block
    ? [{ ...limits.block, scope: { addressBlock: block }, whose: 'Unpaid orders from your network' }]
    : []),
  ...(units > smallOrderUnits ? [{ ...limits.all, scope: 'all' as const, whose: 'All unpaid orders' }] : []),
];

/** Makes concurrent orders of one buyer, of one block, and all large ones wait for each other until they are counted. */
export const lockLimits = (trx: Trx, buyer: BuyerKeys, units: number): Promise<void> =>
  orders.lockReservationScopes(
    trx,
    scopesOf(buyer, units).map(({ scope }) => scope),
  );

/**
 * Refuses an order with which unpaid orders would reserve more than the limits allow. `reservationId`: the reservation
 * that the order continues, whose units are back in stock. Errors: 429 `too_many_unpaid_orders` with the time until a
 * reservation ends, 409 `reservation_limit` with what is still allowed.
 */
export async function checkLimits(
  trx: Trx,
  buyer: BuyerKeys,
  cart: PricedCart,
  { largestOrderPaise, reservationId }: { largestOrderPaise: number; reservationId: string },
): Promise<void> {
  const units = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const scopes = scopesOf(buyer, units);
  const keys = scopes.map(({ scope }) => scope);
  const variantIds = cart.lines.map(({ variant }) => variant.id);
  const isCod = buyer.codMobile !== undefined;
  const sums = await orders.sumReserved(trx, keys, { variantIds, except: reservationId, isCod });
  for (const [at, { whose, ...limit }] of scopes.entries()) {
    const reserved = sums[at] ?? orders.nothingReserved;
    if (reserved.orders >= limit.orders) throw tooMany(reserved, whose);
    const maxPaise = limit.largestOrders * Math.max(largestOrderPaise, minLargestOrderPaise);
    if (reserved.paise + cart.amountPaise > maxPaise) throw tooLarge(whose, shortRupees(toRupees(maxPaise)));
    const maxUnits = Math.min(limit.units, await shareOf(trx, limit.share, reserved.units + units));
    if (reserved.units + units > maxUnits) throw tooLarge(whose, `${maxUnits} units`);
    if (reserved.recent) await checkRepeats(trx, cart, reserved.recent, limit.unitsAnHour);
  }
}

/** The units that are this share of all units for sale, those that unpaid orders reserve included. */
async function shareOf(trx: Trx, share: number, wanted: number): Promise<number> {
  if (wanted <= unitsOfAnyShare) return unitsOfAnyShare;
  const [reserved = orders.nothingReserved] = await orders.sumReserved(trx, ['all']);
  const total = (await sumStockForSale(trx)) + reserved.units;
  return Math.max(unitsOfAnyShare, Math.floor(total * share));
}

/**
 * Refuses to reserve most of a variant again and again for a buyer or block that does not pay. `recent`: the units that
 * the buyer or block has reserved in the last hour.
 */
async function checkRepeats(
  trx: Trx,
  cart: PricedCart,
  recent: Record<string, number>,
  unitsAnHour: number,
): Promise<void> {
  const ids = cart.lines.map(({ variant }) => variant.id);
  const reserved = await orders.sumReservedUnits(trx, ids);
  for (const { variant, quantity } of cart.lines) {
    const before = recent[variant.id] ?? 0;
    const total = variant.stock + (reserved.get(variant.id) ?? 0);
    const allowed = Math.max(unitsAnHour, timesAnHour * total) - before;
    if (quantity <= allowed || before === 0) continue;
    throw conflict(
      'reservation_limit',
      `${variant.name} was reserved several times in the last hour without being paid. ${
        allowed > 0 ? `Please order at most ${allowed}, or try again later.` : 'Please try again later.'
      }`,
    );
  }
}

const tooMany = ({ endsInSeconds }: orders.Reserved, whose: string) =>
  new ShopError(
    'too_many_unpaid_orders',
    `${whose} are too many. Please pay for one of them, or try again in a few minutes.`,
    { retryAfter: Math.max(1, endsInSeconds) },
  );

const tooLarge = (whose: string, max: string) =>
  conflict(
    'reservation_limit',
    `${whose} can reserve at most ${max}. Please order less, or pay for a part first and order the rest afterwards.`,
  );

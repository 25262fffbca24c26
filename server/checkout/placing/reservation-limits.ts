import { mailboxOf } from '../../../shared/contact/mailbox.ts';
import { shortRupees, toRupees } from '../../../shared/money.ts';
import { sumStockForSale } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../db/database.ts';
import { conflict, ShopError } from '../../errors.ts';
import {
  lockReservationScopes,
  nothingReserved,
  type Reserved,
  sumOpenCod,
  sumReserved,
  sumReservedUnits,
} from '../../orders/queries/reservation-queries.ts';
import type { PricedCart, PricedLine } from '../../pricing/priced-cart.ts';
import { addressBlock } from '../../runtime/address-block.ts';

/**
 * What unpaid orders may reserve at once (decision 37): orders, units, value as a multiple of the largest order, and
 * share of all units for sale.
 */
const limits = {
  buyer: { orders: 5, units: 999, largestOrders: 1, share: 1 / 5, fewUnits: 3 },
  block: { orders: 40, units: 2000, largestOrders: 2, share: 1 / 4, fewUnits: 6 },
  all: { orders: 500, units: 10_000, largestOrders: 20, share: 1 / 2, fewUnits: 0 },
};
/** The value of the largest order, if the settings allow less: otherwise a few shoppers would reach the limits. */
const minLargestOrderPaise = 50_000_000;
/**
 * This number of units may be reserved in a scope, whatever their share is: a small shop must be able to sell them all.
 */
const unitsOfAnyShare = 100;
/** Orders of at most this number of units are not subject to the limits of all orders, which an attacker could use up. */
const smallOrderUnits = 10;
/** How often in an hour a buyer or block may reserve all units of a variant without paying; `fewUnits` always. */
const timesAnHour = 2;

/** The buyer of an order, as limits count it. */
export const buyerKeys = (userId: string | null, email: string, address: string) => ({
  userId,
  mailbox: email && mailboxOf(email),
  addressBlock: addressBlock(address),
});
/** `codMobile`: the mobile number of an order that is paid on delivery, which counts with orders of that kind only. */
export type LimitedBuyer = ReturnType<typeof buyerKeys> & { codMobile?: string };

const scopesOf = ({ addressBlock: block, ...buyer }: LimitedBuyer, units: number) => [
  { ...limits.buyer, scope: buyer, whose: 'Your unpaid orders' },
  ...(block
    ? [{ ...limits.block, scope: { addressBlock: block }, whose: 'Unpaid orders from your network' }]
    : []),
  ...(units > smallOrderUnits ? [{ ...limits.all, scope: 'all' as const, whose: 'All unpaid orders' }] : []),
];

/** Makes concurrent orders of one buyer, of one block, and all large ones wait for each other until they are counted. */
export const lockLimits = (trx: Trx, buyer: LimitedBuyer, units: number): Promise<void> =>
  lockReservationScopes(
    trx,
    scopesOf(buyer, units).map(({ scope }) => scope),
  );

/**
 * Refuses an order with which unpaid orders would reserve more than the limits allow. `reservationId`: the reservation
 * that the order continues, whose units are back in stock. `wayOut`: the error in place of 429 for a buyer who can leave
 * the limit of the block behind by a proof. Errors: 429 `too_many_unpaid_orders` with the time until a
 * reservation ends, 409 `reservation_limit` with what is still allowed.
 */
export async function checkLimits(
  trx: Trx,
  buyer: LimitedBuyer,
  cart: PricedCart,
  {
    largestOrderPaise,
    reservationId,
    wayOut,
  }: { largestOrderPaise: number; reservationId: string; wayOut?: ShopError },
): Promise<void> {
  const units = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const scopes = scopesOf(buyer, units);
  const keys = scopes.map(({ scope }) => scope);
  const variantIds = cart.lines.map(({ variant }) => variant.id);
  const isCod = buyer.codMobile !== undefined;
  const sums = await sumReserved(trx, keys, { variantIds, except: reservationId, isCod });
  for (const [index, { whose, ...limit }] of scopes.entries()) {
    const reserved = sums[index] ?? nothingReserved;
    const isOfBlock = limit.scope !== 'all' && 'addressBlock' in limit.scope;
    if (reserved.orders >= limit.orders) throw (isOfBlock && wayOut) || tooMany(reserved, whose);
    const maxPaise = limit.largestOrders * Math.max(largestOrderPaise, minLargestOrderPaise);
    if (reserved.paise + cart.amountPaise > maxPaise) throw tooLarge(whose, shortRupees(toRupees(maxPaise)));
    const maxUnits = Math.min(limit.units, await shareOf(trx, limit.share, reserved.units + units));
    if (reserved.units + units > maxUnits) throw tooLarge(whose, `${maxUnits} units`);
    if (reserved.recent) await checkRepeats(trx, cart, reserved.recent, limit.fewUnits);
  }
}

/** Whether an order on delivery reserves a large share, and the first scarce line. */
export type CodShares = { isLarge: boolean; scarce: PricedLine | undefined };

/**
 * What an order on delivery, whose units were just taken, reserves of its variants together with other such orders that
 * the shop has not confirmed: whether that is more than the share of a variant that a buyer, a block or all may reserve
 * (decision 37), and the first line of which all together reserve more than their share. A few units are allowed,
 * whatever their share is: for a buyer and a block, and for all in `scarce`. `lines`: with the stock as it was before;
 * their variants are locked, so that the sums are exact.
 */
export async function codShares(trx: Trx, buyer: LimitedBuyer, lines: PricedLine[]): Promise<CodShares> {
  const scopes = scopesOf(buyer, Number.POSITIVE_INFINITY);
  const ids = lines.map(({ variant }) => variant.id);
  const keys = scopes.map(({ scope }) => scope);
  const sums = await sumOpenCod(trx, keys, ids);
  const isAbove = ({ variant, quantity }: PricedLine, n: number, few: number) => {
    const { inScopes, all } = sums.get(variant.id) ?? { inScopes: [], all: 0 };
    const total = variant.stock - quantity + all;
    return (inScopes[n] ?? 0) > Math.max(few, total * (scopes[n]?.share ?? 1));
  };
  return {
    isLarge: lines.some((line) => scopes.some(({ fewUnits }, n) => isAbove(line, n, fewUnits))),
    scarce: lines.find((line) => isAbove(line, scopes.length - 1, limits.buyer.fewUnits)),
  };
}

/** The units that are this share of all units for sale, those that unpaid orders reserve included. */
async function shareOf(trx: Trx, share: number, wanted: number): Promise<number> {
  if (wanted <= unitsOfAnyShare) return unitsOfAnyShare;
  const [reserved = nothingReserved] = await sumReserved(trx, ['all']);
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
  fewUnits: number,
): Promise<void> {
  const ids = cart.lines.map(({ variant }) => variant.id);
  const reserved = await sumReservedUnits(trx, ids);
  for (const { variant, quantity } of cart.lines) {
    const before = recent[variant.id] ?? 0;
    const total = variant.stock + (reserved.get(variant.id) ?? 0);
    const allowed = Math.max(fewUnits, timesAnHour * total) - before;
    if (quantity <= allowed || before === 0) continue;
    throw conflict(
      'reservation_limit',
      `${variant.name} was reserved several times in the last hour without being paid. ${
        allowed > 0 ? `Please order at most ${allowed}, or try again later.` : 'Please try again later.'
      }`,
    );
  }
}

const tooMany = ({ endsInSeconds }: Reserved, whose: string) =>
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

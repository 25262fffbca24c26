import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { findOffers } from '../discounts/discounts.ts';
import { ShopError } from '../errors.ts';
import { checkForSale } from '../pricing/pricing.ts';
import {
  createKeyedQueue,
  createLimiter,
  type KeyedQueue,
  type Limiter,
  waitedTooLong,
} from '../runtime/limiter.ts';
import type { buyerKeys } from './placing/placing.ts';
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/**
 * For so long after an order was refused as sold out, orders are checked before they wait to be written: it costs less
 * than to write an order and to undo it, which most of a rush would need.
 */
const soldOutMs = 10_000;
const forSaleMs = 1000;

/** What this process knows about the orders of a shop that wait. */
type Turns = {
  /** Leaves database connections for other requests. */
  orderLimiter: Limiter;
  checkLimiter: Limiter;
  /**
   * Orders of one buyer or block wait for each other here and not in the database, where they would keep others waiting.
   */
  byBuyer: KeyedQueue;
  room: WaitingRoom;
  soldOutAt: number;
  /** How many orders were refused by the check of `soldOutMs`. */
  refusedFirst: number;
  /** Carts that were for sale within the last second: most guests of a rush have the same. */
  forSale: Set<string>;
};

const turnsOfShops = new WeakMap<Database, Turns>();

function turnsOf({ db }: Pick<Deps, 'db'>): Turns {
  const known = turnsOfShops.get(db);
  if (known) return known;
  const orderLimiter = createLimiter({ concurrency: 8, maxWaitMs: 10_000 });
  const turns: Turns = {
    orderLimiter,
    checkLimiter: createLimiter({ concurrency: 4, maxWaitMs: 10_000 }),
    byBuyer: createKeyedQueue(),
    room: createWaitingRoom(db, () => {
      const orders = orderLimiter.load();
      return { ...orders, ended: orders.ended + turns.refusedFirst };
    }),
    soldOutAt: Number.NEGATIVE_INFINITY,
    refusedFirst: 0,
    forSale: new Set(),
  };
  turnsOfShops.set(db, turns);
  return turns;
}

const isSoldOut = ({ soldOutAt }: Turns) => performance.now() - soldOutAt < soldOutMs;

/** The waiting room of this shop. */
export const waitingRoomOf = (deps: Deps): WaitingRoom => turnsOf(deps).room;

type Buyer = ReturnType<typeof buyerKeys>;

/**
 * Runs `write` when it is the turn of a buyer's order, with their place in the waiting room if they had one (decision 93).
 * What is sold out, or has a discount code that cannot be used, is refused before it waits where that costs little.
 * Errors: those of `write`, findOffers and checkForSale, 503 `checkout_queue`, and `waitedTooLong`.
 */
export async function inTurn<Result>(
  deps: Deps,
  buyer: Buyer,
  request: CreateOrderRequest,
  write: (place: number | undefined) => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf(deps);
  const { orderLimiter, checkLimiter, byBuyer } = turns;
  const check = () => checkCart(deps, turns, buyer, request);
  const checkInTurn = () => checkLimiter.run(check);
  // If checks wait as well, a place is given without one: the order is validated at its turn anyway.
  const checkIfIdle = async () => {
    if (checkLimiter.load().waiting === 0) await checkInTurn();
  };
  try {
    if (isSoldOut(turns))
      await checkInTurn().catch((error: unknown) => {
        if (error !== waitedTooLong) turns.refusedFirst++;
        throw error;
      });
    const id = idOf(buyer);
    const place = await turns.room.enter(id, checkIfIdle);
    const writeInTurn = () =>
      orderLimiter.run(async () => {
        if (isSoldOut(turns)) await check();
        return write(place);
      });
    if (deps.config.rateLimit === 'off') return await writeInTurn();
    return await byBuyer(buyer.addressBlock, () => byBuyer(id, writeInTurn));
  } catch (error) {
    if (error instanceof ShopError && error.code === 'out_of_stock') {
      turns.soldOutAt = performance.now();
      turns.forSale.clear();
    }
    throw error;
  }
}

/** The error for a buyer whose order has waited for too long: 503 with their place. */
export const refuseWithPlace = (deps: Deps, buyer: Buyer): Promise<ShopError> =>
  waitingRoomOf(deps).refuse(idOf(buyer));

const idOf = ({ userId, mailbox }: Pick<Buyer, 'userId' | 'mailbox'>) => userId ?? mailbox;

async function checkCart(
  { db }: Deps,
  { forSale }: Turns,
  { userId, mailbox }: Buyer,
  request: CreateOrderRequest,
) {
  // The units and discounts of a replaced order can be used again only when it is cancelled.
  if (request.replaces) return;
  const code = request.discount_code;
  const cart = JSON.stringify([userId, code && [code, mailbox], request.cart_items]);
  if (forSale.has(cart)) return;
  const offers = code ? await findOffers(db, { userId, mailbox }, code) : { discounts: [] };
  await checkForSale(db, request.cart_items, { userId, offers });
  forSale.add(cart);
  setTimeout(() => forSale.delete(cart), forSaleMs).unref();
}

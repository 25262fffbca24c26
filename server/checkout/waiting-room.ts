import { createHash } from 'node:crypto';
import type { CheckoutPlace } from '../../shared/contract/checkout.ts';
import type { Database } from '../db/database.ts';
import { ShopError } from '../errors.ts';
import { admit, type QueueState, readQueue, takePlace } from './queue-queries.ts';

/** While so many orders wait in the memory of a process, further ones wait in the waiting room. */
const maxInMemory = 500;
/** Buyers are admitted so that this number of orders waits in memory: about a second's work. */
const wantedInMemory = 40;
const refreshMs = 1000;
/** Over this time the rate of admissions is measured. */
const rateMs = 30_000;

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/**
 * The waiting room of checkout (decision 93): if orders arrive faster than all processes can write them, buyers get places
 * in the order of their arrival, one for each account or mailbox, and order when their place is admitted. Costs nothing
 * while nobody waits. `countInMemory`: how many orders wait in this process.
 */
export function createWaitingRoom(db: Database, countInMemory: () => number) {
  let state: QueueState = { admitted: 0, last: 0 };
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  let samples: { at: number; admitted: number }[] = [];

  const isOpen = () => state.admitted < state.last;
  const mayPass = () => !isOpen() && countInMemory() < maxInMemory;

  async function refresh(): Promise<void> {
    if (performance.now() - refreshedAt < refreshMs) return;
    refreshing ??= update().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function update(): Promise<void> {
    state = await readQueue(db);
    const free = wantedInMemory - countInMemory();
    if (isOpen() && free > 0) {
      await admit(db, free);
      state = await readQueue(db);
    }
    const at = performance.now();
    refreshedAt = at;
    samples = [...samples.filter((each) => at - each.at < rateMs), { at, admitted: state.admitted }];
  }

  /** What a buyer is told about her place. `position` is 0 if she may order. */
  function standingOf(place: number): CheckoutPlace {
    // After a crash of the database, numbers begin again.
    const position = place > state.last ? 0 : Math.max(0, place - state.admitted);
    const [first] = samples;
    const latest = samples.at(-1);
    const perMs = first && latest ? (latest.admitted - first.admitted) / (latest.at - first.at) : 0;
    const seconds = perMs > 0 ? Math.ceil(position / perMs / 1000) : null;
    const retryAfter = position === 0 ? 1 : Math.min(20, Math.max(3, Math.ceil((seconds ?? 10) / 2)));
    return { place, position, seconds, retry_after: retryAfter };
  }

  /** The hash of a buyer whose place is admitted. Others get 503 with their place. */
  async function takeTurn(buyer: string): Promise<number> {
    const hash = hashOf(buyer);
    const place = await takePlace(db, hash);
    state = { ...state, last: Math.max(state.last, place) };
    if (place > state.admitted) throw mustWait(standingOf(place));
    return hash;
  }

  return {
    /**
     * Resolves when a buyer (account or mailbox) may order: with the hash of her place, or undefined if nobody waits.
     * Errors: 503 `checkout_queue`.
     */
    async enter(buyer: string): Promise<number | undefined> {
      if (mayPass()) return undefined;
      await refresh();
      return mayPass() ? undefined : takeTurn(buyer);
    },

    /** The error for a buyer whose order has waited in memory for too long: 503 with her place. */
    async refuse(buyer: string): Promise<ShopError> {
      const place = await takePlace(db, hashOf(buyer));
      state = { ...state, last: Math.max(state.last, place) };
      return mustWait(standingOf(place));
    },

    /** How long a place waits for its turn. */
    async look(place: number): Promise<CheckoutPlace> {
      await refresh();
      // Another process may have given it a moment ago.
      if (place > state.last) state = await readQueue(db);
      return standingOf(place);
    },
  };
}

/** Six bytes, which a number can represent. */
const hashOf = (buyer: string) => createHash('sha256').update(buyer).digest().readUIntBE(0, 6);

const mustWait = (standing: CheckoutPlace) =>
  new ShopError('checkout_queue', 'Many people are ordering right now. Please wait for your turn.', {
    retryAfter: standing.retry_after,
    extra: { queue: standing },
  });

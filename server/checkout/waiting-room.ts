import { createHash } from 'node:crypto';
import type { CheckoutPlace } from '../../shared/contract/orders/checkout.ts';
import type { Database } from '../db/database.ts';
import { ShopError } from '../errors.ts';
import type { Load } from '../runtime/limiter.ts';
import { admit, findPlace, type QueueState, readQueue, takePlace } from './queue-queries.ts';

/**
 * How long orders may wait in the memory of a process, by the measured rate; and how many may wait while the rate is
 * unknown.
 */
const inMemory = { maxSeconds: 2, maxUnmeasured: 200 };
/** Buyers are admitted until this share of the orders that ended since the last time waits in memory, or `atLeast`. */
const admission = { share: 1.5, atLeast: 20 };
const refreshMs = 1000;
/** An interval that says how fast orders are written. */
const maxRefreshMs = 5000;
/** Over this time the rate of admissions is measured. */
const rateMs = 30_000;

/** How many buyers had been admitted at a time. */
type Sample = { time: number; admitted: number };

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/**
 * The waiting room of checkout (decision 93): if orders arrive faster than all processes can write them, buyers get
 * places in the order of their arrival, one for each account or mailbox, and order when their place is admitted. Costs
 * nothing while nobody waits. `load`: the orders of this process.
 */
export function createWaitingRoom(db: Database, load: () => Load) {
  let state: QueueState = { admitted: 0, last: 0 };
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let endedBefore = 0;
  let refreshing: Promise<void> | undefined;
  let samples: Sample[] = [];

  const isOpen = () => state.admitted < state.last;
  const mayPass = () => !isOpen() && !isFull(load());

  async function refresh(): Promise<void> {
    if (performance.now() - refreshedAt < refreshMs) return;
    refreshing ??= update().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function update(): Promise<void> {
    state = await readQueue(db);
    const { waiting, ended } = load();
    const time = performance.now();
    const recent = time - refreshedAt < maxRefreshMs ? ended - endedBefore : 0;
    const count = Math.max(admission.atLeast, Math.ceil(admission.share * recent)) - waiting;
    refreshedAt = time;
    endedBefore = ended;
    if (isOpen() && count > 0) {
      await admit(db, count);
      state = await readQueue(db);
    }
    samples = [
      ...samples.filter((sample) => time - sample.time < rateMs),
      { time, admitted: state.admitted },
    ];
  }

  /** The place of a buyer, who gets the next one if they have none and `check` does not throw. */
  async function placeOf(hash: number, check: () => Promise<void>): Promise<number> {
    const found = await findPlace(db, hash);
    if (found !== undefined) return found;
    await check();
    const given = await takePlace(db, hash);
    state = { ...state, last: Math.max(state.last, given) };
    return given;
  }

  function mustWait(place: number): ShopError {
    const queue = standingOf(place, state, samples);
    return new ShopError('checkout_queue', 'Many people are ordering right now. Please wait for your turn.', {
      retryAfter: queue.retry_after,
      extra: { queue },
    });
  }

  return {
    /**
     * Resolves when a buyer (account or mailbox) may order: with the hash of their place, or undefined if nobody waits.
     * `check` throws if it is useless that they begin to wait. Errors: 503 `checkout_queue`.
     */
    async enter(buyer: string, check: () => Promise<void>): Promise<number | undefined> {
      if (mayPass()) return undefined;
      await refresh();
      if (mayPass()) return undefined;
      const hash = hashOf(buyer);
      const place = await placeOf(hash, check);
      if (place <= state.admitted) return hash;
      throw mustWait(place);
    },

    /** The error for a buyer whose order has waited in memory for too long: 503 with their place. */
    refuse: async (buyer: string): Promise<ShopError> =>
      mustWait(await placeOf(hashOf(buyer), async () => {})),

    /** How long a place waits for its turn. */
    async look(place: number): Promise<CheckoutPlace> {
      await refresh();
      // Another process may have given it a moment ago.
      if (place > state.last) state = await readQueue(db);
      return standingOf(place, state, samples);
    },
  };
}

/** What a buyer is told about their place. `position` is 0 if they may order. */
function standingOf(place: number, state: QueueState, samples: Sample[]): CheckoutPlace {
  // After a crash of the database, numbers begin again.
  const position = place > state.last ? 0 : Math.max(0, place - state.admitted);
  const [first] = samples;
  const latest = samples.at(-1);
  const perMs = first && latest ? (latest.admitted - first.admitted) / (latest.time - first.time) : 0;
  const seconds = perMs > 0 ? Math.ceil(position / perMs / 1000) : null;
  const expected = seconds ?? position / admission.atLeast;
  const retryAfter = position === 0 ? 1 : Math.min(60, Math.max(2, Math.ceil(expected / 5)));
  return { place, position, seconds, retry_after: retryAfter };
}

/** Six bytes, which a number can represent. */
const hashOf = (buyer: string) => createHash('sha256').update(buyer).digest().readUIntBE(0, 6);

const isFull = ({ waiting, rate }: Load) =>
  waiting >= (rate === undefined ? inMemory.maxUnmeasured : rate * inMemory.maxSeconds);

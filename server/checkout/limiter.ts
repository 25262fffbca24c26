import PQueue from 'p-queue';
import { unavailable } from '../errors.ts';

/** The error for a caller who has waited too long. */
export const waitedTooLong = unavailable('The shop is very busy just now. Please try again in a moment.');

/** How many callers of a limiter wait now, how long the last one waited, and how many have ended since it was created. */
export type Load = { waiting: number; waitedMs: number; ended: number };

/**
 * Runs at most `concurrency` callers at once, the others in order. One that waits longer than `maxWaitMs` gets 503.
 */
export function createLimiter({ concurrency, maxWaitMs }: { concurrency: number; maxWaitMs: number }) {
  const queue = new PQueue({ concurrency });
  let ended = 0;
  let waitedMs = 0;
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const waiting = new AbortController();
    const since = performance.now();
    const timer = setTimeout(() => waiting.abort(waitedTooLong), maxWaitMs);
    const start = () => {
      clearTimeout(timer);
      waitedMs = performance.now() - since;
      return work().finally(() => ended++);
    };
    return queue.add(start, { signal: waiting.signal }) as Promise<T>;
  };
  return { run, load: (): Load => ({ waiting: queue.size, waitedMs, ended }) };
}

/** Runs one caller with the same key at a time, in order; callers with other keys do not wait for them. */
export function createKeyedQueue() {
  const queues = new Map<string, PQueue>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
    queues.set(key, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key);
    }
  };
}

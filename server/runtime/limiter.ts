import PQueue from 'p-queue';
import { unavailable } from '../errors.ts';

/** The error for a caller who has waited too long. */
export const waitedTooLong = unavailable('The shop is very busy just now. Please try again in a moment.');

/** Over this time the rate is measured at which callers end. */
const rateMs = 1000;

export type Load = {
  /** Callers who wait now. */
  waiting: number;
  /** Callers who have ended since the limiter was created. */
  ended: number;
  /** Callers who end in a second, by the last `rateMs`; undefined until some have waited all that time. */
  rate: number | undefined;
};

export type Limiter = ReturnType<typeof createLimiter>;
export type KeyedQueue = ReturnType<typeof createKeyedQueue>;

/**
 * Runs at most `concurrency` callers at once, the others in order. One that waits longer than `maxWaitMs` gets 503.
 */
export function createLimiter({ concurrency, maxWaitMs }: { concurrency: number; maxWaitMs: number }) {
  const queue = new PQueue({ concurrency });
  let ended = 0;
  /** Since when callers wait, and when others have ended since then, in the last `rateMs`. */
  let waitingSince: number | undefined;
  let ends: number[] = [];

  /** Without waiting callers, those who end say nothing about how many could. */
  function look(now: number): void {
    if (queue.size === 0) waitingSince = undefined;
    else waitingSince ??= now;
    const isRecent = (end: number) => now - end < rateMs;
    if (waitingSince === undefined) ends = [];
    else if (ends[0] !== undefined && !isRecent(ends[0])) ends = ends.filter(isRecent);
  }

  function rateAt(now: number): number | undefined {
    if (waitingSince === undefined) return undefined;
    return now - waitingSince < rateMs ? undefined : (1000 * ends.length) / rateMs;
  }

  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(waitedTooLong), maxWaitMs);
    const start = () => {
      clearTimeout(timer);
      return work().finally(() => {
        ended++;
        const now = performance.now();
        ends.push(now);
        look(now);
      });
    };
    const done = queue.add(start, { signal: waiting.signal }) as Promise<T>;
    look(performance.now());
    return done;
  };
  return {
    run,
    load(): Load {
      const now = performance.now();
      look(now);
      return { waiting: queue.size, ended, rate: rateAt(now) };
    },
  };
}

/** Runs `concurrency` callers with the same key at a time, in order; callers with other keys do not wait for them. */
export function createKeyedQueue(concurrency = 1) {
  const queues = new Map<string, PQueue>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency });
    queues.set(key, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key);
    }
  };
}

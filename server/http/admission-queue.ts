import PQueue from 'p-queue';
import { unavailable } from '../errors.ts';

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/**
 * Limits how many replies are made that no cache has: `concurrency` at once, `maxWaiting` in a queue, and 503 for the
 * next. While the queue is half full, one address block gets at most `maxPerBlock` places, so that a flood from one
 * network leaves places to the others. Urgent work has a queue of its own, without limit.
 */
export function createAdmissionQueue({
  concurrency,
  maxWaiting,
  maxPerBlock,
}: Record<'concurrency' | 'maxWaiting' | 'maxPerBlock', number>) {
  const queue = new PQueue({ concurrency });
  const urgentQueue = new PQueue({ concurrency });
  /** Work that waits or runs, by address block. */
  const byBlock = new Map<string, number>();
  let refused = 0;

  function isFull(block: string): boolean {
    if (queue.size >= maxWaiting) return true;
    return queue.size >= maxWaiting / 2 && (byBlock.get(block) ?? 0) >= maxPerBlock;
  }

  return {
    /** Does the work when its turn comes. Throws 503 if there is no place for this address block. */
    async run<T>(block: string, work: () => Promise<T>): Promise<T> {
      if (isFull(block)) {
        refused++;
        throw unavailable('The shop is very busy just now. Please try again in a moment.');
      }
      byBlock.set(block, (byBlock.get(block) ?? 0) + 1);
      try {
        return await queue.add(work);
      } finally {
        const others = (byBlock.get(block) ?? 1) - 1;
        if (others > 0) byBlock.set(block, others);
        else byBlock.delete(block);
      }
    },

    /** How many replies are made and wait now, and how many were refused since the start. */
    counts: () => ({ running: queue.pending, waiting: queue.size, refused }),

    /** Does the work of one of a small number of replies, however many others wait. */
    runUrgent: <T>(work: () => Promise<T>): Promise<T> => urgentQueue.add(work),
  };
}

import PQueue from 'p-queue';
import { unavailable } from '../errors.ts';

/**
 * Limits how many pages are rendered, which takes the CPU of many cached pages: `concurrency` at once, `maxWaiting` in a
 * queue, and 503 for the next. While the queue is half full, one address block gets at most `maxPerBlock` places, so
 * that a flood from one network leaves places to the others. Urgent pages have a queue of their own, without limit.
 */
export function createRenderQueue({ concurrency = 2, maxWaiting = 32, maxPerBlock = 4 } = {}) {
  const queue = new PQueue({ concurrency });
  const urgentQueue = new PQueue({ concurrency });
  /** Renders that wait or run, by address block. */
  const byBlock = new Map<string, number>();

  function isFull(block: string): boolean {
    if (queue.size >= maxWaiting) return true;
    return queue.size >= maxWaiting / 2 && (byBlock.get(block) ?? 0) >= maxPerBlock;
  }

  return {
    /** Renders a page when its turn comes. Throws 503 if there is no place for this address block. */
    async run<T>(block: string, render: () => Promise<T>): Promise<T> {
      if (isFull(block)) throw unavailable('The shop is very busy just now. Please try again in a moment.');
      byBlock.set(block, (byBlock.get(block) ?? 0) + 1);
      try {
        return await queue.add(render);
      } finally {
        const others = (byBlock.get(block) ?? 1) - 1;
        if (others > 0) byBlock.set(block, others);
        else byBlock.delete(block);
      }
    },

    /** Renders one of a small number of pages, however many others wait. */
    runUrgent: <T>(render: () => Promise<T>): Promise<T> => urgentQueue.add(render),
  };
}

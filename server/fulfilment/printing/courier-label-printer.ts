import pLimit from 'p-limit';
import type { SkippedOrder } from '../../db/tables.ts';
import { ShopError, wrongType } from '../../errors.ts';
import type { WorkerModule, WorkerPool } from '../../runtime/worker-pool.ts';
import type { Printer, WritePart } from './pick.ts';

/** The labels of the booked shipments of an order, or why it has no label. */
export type ReadCourierLabels = (orderId: string) => Promise<{ labels: Uint8Array[] } | { reason: string }>;

const joinModule: WorkerModule<typeof import('./join-labels.ts')> = {
  url: new URL('./join-labels.ts', import.meta.url),
  maxMs: 10_000,
  tooSlow: () => wrongType('The label of the courier is too large.'),
};

/** Orders whose labels are read from the courier at once. */
export const labelsAtOnce = 4;

/**
 * Joins the labels that couriers have made. Those of an order are a task of their own, so that a bad one stops no
 * other.
 */
export function createLabelPrinter(
  { workers }: { workers: WorkerPool },
  read: ReadCourierLabels,
  write: WritePart,
): Printer {
  const skipped: SkippedOrder[] = [];

  async function join(labels: Uint8Array[]) {
    try {
      return await workers.run(joinModule, 'joinLabels', labels);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'wrong_type') throw error;
      return { pdf: undefined, unreadable: labels.length };
    }
  }

  return {
    skipped,
    async add(ids) {
      const found = await pLimit(labelsAtOnce).map(ids, async (id) => ({ id, ...(await read(id)) }));
      for (const item of found) {
        if ('reason' in item) {
          skipped.push({ id: item.id, reason: item.reason });
          continue;
        }
        const { pdf, unreadable } = await join(item.labels);
        if (unreadable > 0) skipped.push({ id: item.id, reason: 'the label of the courier can’t be read' });
        if (pdf && unreadable < item.labels.length) await write(pdf);
      }
    },
    end: async () => {},
  };
}

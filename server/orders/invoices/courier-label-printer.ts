import pLimit from 'p-limit';
import type { SkippedOrder } from '../../db/tables.ts';
import { unavailable } from '../../errors.ts';
import type { WorkerModule, WorkerPool } from '../../worker-pool.ts';
import type { Printer, WritePart } from './pick.ts';

/** The labels of the booked shipments of an order, or why it has no label. */
export type ReadCourierLabels = (orderId: string) => Promise<{ labels: Uint8Array[] } | { reason: string }>;

const joinModule: WorkerModule<typeof import('./join-labels.ts')> = {
  url: new URL('./join-labels.ts', import.meta.url),
  maxMs: 30_000,
  tooSlow: () => unavailable('The labels could not be joined.'),
};

/** Orders whose labels are read from the courier at once. */
export const labelsAtOnce = 4;

/** Joins the labels that couriers have made, a few orders at a time. */
export function createLabelPrinter(
  { workers }: { workers: WorkerPool },
  read: ReadCourierLabels,
  write: WritePart,
): Printer {
  const skipped: SkippedOrder[] = [];
  return {
    skipped,
    async add(ids) {
      const found = await pLimit(labelsAtOnce).map(ids, async (id) => ({ id, ...(await read(id)) }));
      const labels = found.flatMap((each) => {
        if ('labels' in each) return each.labels.map((pdf) => ({ id: each.id, pdf }));
        skipped.push({ id: each.id, reason: each.reason });
        return [];
      });
      if (labels.length === 0) return;
      const { pdf, unreadable } = await workers.run(
        joinModule,
        'joinLabels',
        labels.map((each) => each.pdf),
      );
      for (const at of unreadable) {
        const id = labels[at]?.id;
        if (id) skipped.push({ id, reason: 'the label of the courier can’t be read' });
      }
      if (unreadable.length < labels.length) await write(pdf);
    },
    end: async () => {},
  };
}

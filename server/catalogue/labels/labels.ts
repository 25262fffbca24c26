import type { LabelRequest } from '../../../shared/contract/catalogue/labels.ts';
import type { Deps } from '../../deps.ts';
import { notFound, tooLarge } from '../../errors.ts';
import type { WorkerModule } from '../../runtime/worker-pool.ts';
import { findLabelled } from './queries.ts';

const drawing: WorkerModule<typeof import('./draw-labels.ts')> = {
  url: new URL('./draw-labels.ts', import.meta.url),
  maxMs: 30_000,
  tooSlow: () => tooLarge('These labels take too long to draw. Please print fewer at once.'),
};

/** Barcode labels of variants. */
export const barcodeLabels = ({ db, workers, clock }: Pick<Deps, 'db' | 'workers' | 'clock'>) => ({
  /** Labels as PDF, variant by variant. 404 if none of the variants exists. */
  async printLabels({ sheet, used, lines }: LabelRequest): Promise<Buffer> {
    const byId = await findLabelled(
      db,
      lines.map(({ variant }) => variant),
    );
    const labels = lines.flatMap(({ variant, copies }) => {
      const found = byId.get(variant);
      if (!found) return [];
      const { name, optionValues, sku, barcode, pricePaise, sellingPaise } = found;
      const title = [name, optionValues.join(' / ')].filter(Boolean).join(' · ');
      return Array.from({ length: copies }, () => ({ name: title, sku, barcode, pricePaise, sellingPaise }));
    });
    if (labels.length === 0) throw notFound('Variant not found.');
    return Buffer.from(await workers.run(drawing, 'drawLabels', labels, sheet, used, clock.now()));
  },
});

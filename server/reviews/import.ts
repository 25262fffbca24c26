import type { ReviewImportPlan } from '../../shared/contract/catalogue/reviews.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, tooLarge } from '../errors.ts';
import type { WorkerModule } from '../runtime/worker-pool.ts';
import { findImported, findProducts, type ImportedReview, insertImported } from './import-queries.ts';

const readModule: WorkerModule<typeof import('./import-file.ts')> = {
  url: new URL('./import-file.ts', import.meta.url),
  maxMs: 20_000,
  tooSlow: () => tooLarge('This file takes too long to read. Please split it into smaller files.'),
};

const maxShownLines = 500;
const batchSize = 500;

/** Reviews from CSV files of Judge.me and Shopify. */
export function reviewImport({ db, workers }: Deps, admin: Admin) {
  async function prepare(bytes: Buffer) {
    const file = await workers.run(readModule, 'readReviews', bytes);
    const products = await findProducts(
      db,
      file.reviews.map(({ handle }) => handle),
      file.reviews.map(({ sku }) => sku),
    );
    const imported = await findImported(
      db,
      file.reviews.map(({ importKey }) => importKey),
    );
    const skipped = [...file.skipped];
    const ready: ImportedReview[] = [];
    let known = 0;
    for (const { line, handle, sku, isPublished, ...review } of file.reviews) {
      const productId =
        products.findByHandle(handle) ?? products.bySku.get(sku) ?? products.bySku.get(handle.toLowerCase());
      const key = `${productId} ${review.importKey}`;
      if (!productId) skipped.push({ line, reason: `There is no product “${(handle || sku).slice(0, 60)}”` });
      else if (imported.has(key)) known++;
      else {
        imported.add(key);
        ready.push({ ...review, productId, status: isPublished ? 'published' : 'pending' });
      }
    }
    skipped.sort((a, b) => a.line - b.line);
    return { file, ready, skipped, known };
  }

  return {
    /** What an import of a file would do, without changing anything. 400 if it can't be read. */
    async planImport(bytes: Buffer): Promise<ReviewImportPlan> {
      const { file, ready, skipped, known } = await prepare(bytes);
      return {
        format: file.format,
        unread: file.unread,
        ready: ready.length,
        known,
        published: ready.filter(({ status }) => status === 'published').length,
        products: new Set(ready.map(({ productId }) => productId)).size,
        skipped: skipped.slice(0, maxShownLines),
        skippedCount: skipped.length,
      };
    },

    /**
     * Adds the reviews of a file with their dates; those that were not shown before wait for a decision. What was
     * imported before is left as it is. Returns how many are new. 400 if there is none to import.
     */
    async importReviews(bytes: Buffer, fileName: string): Promise<{ added: number }> {
      const { ready, known } = await prepare(bytes);
      if (ready.length + known === 0) throw badField('file', 'No review of this file can be imported.');
      const added = await transaction(db, async (trx) => {
        let count = 0;
        for (let start = 0; start < ready.length; start += batchSize)
          count += await insertImported(trx, ready.slice(start, start + batchSize));
        const detail = { file: fileName, reviews: count };
        await recordAudit(trx, admin, { action: 'review.import', subject: '', detail });
        return count;
      });
      return { added };
    },
  };
}

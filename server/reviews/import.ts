import type { ReviewImportPlan } from '../../shared/contract/catalogue/reviews.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
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

/** The reviews of a file that can be imported, those that were before, and the others with the reason. */
async function prepare({ db, workers }: Pick<Deps, 'db' | 'workers'>, bytes: Buffer) {
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
  const ready: (ImportedReview & { line: number })[] = [];
  const known: number[] = [];
  const homeless: { line: number; handle: string }[] = [];
  for (const { line, handle, sku, isPublished, ...review } of file.reviews) {
    const productId =
      products.findByHandle(handle) ?? products.bySku.get(sku) ?? products.bySku.get(handle.toLowerCase());
    const key = `${productId} ${review.importKey}`;
    if (!productId) {
      skipped.push({ line, reason: `There is no product “${(handle || sku).slice(0, 60)}”` });
      homeless.push({ line, handle });
    } else if (imported.has(key)) known.push(line);
    else {
      imported.add(key);
      ready.push({ line, ...review, productId, status: isPublished ? 'published' : 'pending' });
    }
  }
  skipped.sort((a, b) => a.line - b.line);
  return { file, ready, skipped, known, homeless };
}

/**
 * What an import of a file of a former shop would do, by line; `homeless` are reviews whose product is not here yet. 400
 * if it can't be read.
 */
export async function planMovedReviews(deps: Pick<Deps, 'db' | 'workers'>, bytes: Buffer) {
  const { ready, skipped, known, homeless } = await prepare(deps, bytes);
  return { ready: ready.map(({ line, name }) => ({ line, name })), skipped, known, homeless };
}

/** The ids of new reviews, and why others are left out, by line. */
type Added = { ids: string[]; skipped: { line: number; reason: string }[] };

/** Adds the reviews of a file of a former shop, and records it with `record` in the same transaction. */
export async function addMovedReviews(
  deps: Pick<Deps, 'db' | 'workers'>,
  bytes: Buffer,
  record: (trx: Trx, added: Added) => Promise<void>,
): Promise<void> {
  const { ready, skipped } = await prepare(deps, bytes);
  await transaction(deps.db, async (trx) => record(trx, { ids: await insertAll(trx, ready), skipped }));
}

async function insertAll(trx: Trx, ready: (ImportedReview & { line: number })[]): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < ready.length; start += batchSize) {
    const batch = ready.slice(start, start + batchSize).map(({ line: _, ...review }) => review);
    ids.push(...(await insertImported(trx, batch)));
  }
  return ids;
}

/** Reviews from CSV files of Judge.me, Loox and Shopify. */
export function reviewImport(deps: Deps, admin: Admin) {
  const { db } = deps;
  return {
    /** What an import of a file would do, without changing anything. 400 if it can't be read. */
    async planImport(bytes: Buffer): Promise<ReviewImportPlan> {
      const { file, ready, skipped, known } = await prepare(deps, bytes);
      return {
        format: file.format,
        unread: file.unread,
        ready: ready.length,
        known: known.length,
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
      const { ready, known } = await prepare(deps, bytes);
      if (ready.length + known.length === 0)
        throw badField('file', 'No review of this file can be imported.');
      const added = await transaction(db, async (trx) => {
        const { length: reviews } = await insertAll(trx, ready);
        await recordAudit(trx, admin, {
          action: 'review.import',
          subject: '',
          detail: { file: fileName, reviews },
        });
        return reviews;
      });
      return { added };
    },
  };
}

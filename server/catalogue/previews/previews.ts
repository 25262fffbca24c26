import { createHash } from 'node:crypto';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { shortRupees } from '../../../shared/money.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ShopError, unavailable } from '../../errors.ts';
import type { WorkerModule } from '../../runtime/worker-pool.ts';
import { replacePreview } from './preview-queries.ts';

const drawModule: WorkerModule<typeof import('./draw-preview.ts')> = {
  url: new URL('./draw-preview.ts', import.meta.url),
  maxMs: 20_000,
  tooSlow: () => unavailable('This picture takes too long. Please try again in a moment.'),
};

type Shown = Pick<Product, '_id' | 'name' | 'image' | 'finalPrice' | 'priceVaries'>;

/** Part of the version, so that a change of the drawing changes all addresses. */
const layout = 1;

const priceOf = ({ finalPrice, priceVaries }: Shown) =>
  (priceVaries ? 'From ' : '') + shortRupees(finalPrice);

/** Identifies what a preview shows. */
const versionOf = (product: Shown) =>
  createHash('sha256')
    .update(JSON.stringify([layout, product.name, product.image, priceOf(product)]))
    .digest('hex')
    .slice(0, 12);

const pathOf = (productId: string, version: string) =>
  `uploads/preview/${productId.replaceAll('-', '')}_${version}.webp`;

/**
 * The picture that messengers and social networks show with the link of a product, as the path of a stored picture:
 * only its JPEG of 1200 × 630 pixels exists. Null if the product has no picture. The address changes with the product.
 */
export const previewOf = (product: Shown): string | null =>
  product.image && pathOf(product._id, versionOf(product));

/** Previews that are being drawn. */
const drawing = new Map<string, Promise<Buffer>>();

/**
 * The preview of a product, which is drawn in a worker thread at its first request and then stored; a former one is
 * deleted. Throws 503 if too much is being drawn.
 */
export async function readPreview({ db, files, workers }: Deps, product: Shown): Promise<Buffer> {
  const { _id, name, image } = product;
  if (!image) throw notFound();
  const version = versionOf(product);
  const stored = (name: string) => `sizes/preview/${_id}-${name}.jpg`;
  const path = stored(version);
  const found = await files.get(path).catch((error: unknown) => {
    if (!(error instanceof ShopError && error.status === 404)) throw error;
  });
  // A power failure can leave an empty file.
  if (found && found.length > 0) return found;
  const draw = async () => {
    const picture = await files.get(image);
    const bytes = Buffer.from(await workers.run(drawModule, 'drawPreview', picture, name, priceOf(product)));
    await files.put(path, bytes);
    const former = await replacePreview(db, _id, version);
    if (former) await files.remove(stored(former));
    return bytes;
  };
  const running = drawing.get(path) ?? draw().finally(() => drawing.delete(path));
  drawing.set(path, running);
  return running;
}

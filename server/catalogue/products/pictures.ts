import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Trx } from '../../db/database.ts';
import { badField } from '../../errors.ts';
import { checkPictures } from '../../media/media.ts';
import * as queries from './edit-queries.ts';

/** The stored paths of the files of a request. */
export type Uploads = { image?: string | undefined; images: string[] };

const maxPictures = 20;

/**
 * Sets the pictures of a product: the main one first, then the gallery. `images` is the whole gallery, `existingImages`
 * the part of it that stays; uploads follow. `imageAlts` sets what they show; the others keep their texts. 400 for a path
 * that is not a picture of this shop or, in `existingImages`, of this product.
 */
export async function editPictures(
  trx: Trx,
  productId: string,
  input: ProductChange,
  uploads: Uploads,
): Promise<void> {
  const { image, images, existingImages, imageAlts } = input;
  const given = [image, images, existingImages, uploads.image, imageAlts].some((item) => item !== undefined);
  if (!given && uploads.images.length === 0) return;
  const stored = await queries.listImages(trx, productId);
  const alts = new Map(stored.map(({ path, alt }) => [path, alt]));
  for (const [path, alt] of Object.entries(imageAlts ?? {})) alts.set(path, alt);
  const [main, ...gallery] = stored.map(({ path }) => path);
  const current = new Set([main, ...gallery]);
  if (existingImages?.some((path) => !current.has(path)))
    throw badField('existingImages', 'Not a picture of this product');
  const first = uploads.image ?? (image === undefined ? main : image);
  const all = [first, ...(images ?? existingImages ?? gallery), ...uploads.images];
  const paths = [...new Set(all.filter((path) => path != null))];
  if (paths.length > maxPictures) throw badField('images', `At most ${maxPictures} pictures`);
  await checkPictures(trx, paths, 'product', 'images');
  await queries.replaceImages(
    trx,
    productId,
    paths.map((path) => ({ path, alt: alts.get(path) ?? '' })),
  );
}

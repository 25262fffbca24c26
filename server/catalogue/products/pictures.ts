import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import type { Trx } from '../../db/database.ts';
import { badField } from '../../errors.ts';
import { checkPictures } from '../../media/media.ts';
import * as queries from './edit-queries.ts';

/** Pictures that came as files with the same request, stored already. */
export type Uploads = { image?: string | undefined; images: string[] };

const maxPictures = 20;

/**
 * The pictures of a product after a change: the main one first, then the gallery. `images` is the whole gallery,
 * `existingImages` what stays of it; new files follow. Throws 400 for what is no picture of this shop, and for
 * an existing one that this product does not have.
 */
export async function editPictures(
  trx: Trx,
  productId: string,
  input: ProductChange,
  uploads: Uploads,
): Promise<void> {
  const { image, images, existingImages } = input;
  const nothing = [image, images, existingImages, uploads.image].every((each) => each === undefined);
  if (nothing && uploads.images.length === 0) return;
  const [main, ...gallery] = await queries.listImages(trx, productId);
  const had = new Set([main, ...gallery]);
  if (existingImages?.some((path) => !had.has(path)))
    throw badField('existingImages', 'Not a picture of this product');
  const first = uploads.image ?? (image === undefined ? main : image);
  const wanted = [first, ...(images ?? existingImages ?? gallery), ...uploads.images];
  const paths = [...new Set(wanted.filter((path) => path != null))];
  if (paths.length > maxPictures) throw badField('images', `At most ${maxPictures} pictures`);
  await checkPictures(trx, paths, 'product', 'images');
  await queries.replaceImages(trx, productId, paths);
}

import { z } from 'zod';
import { maxMerged, maxSaved } from '../../products/wishlist.ts';

/** The wishlist of an account: ids of products, the latest first, and the key of its public link, if it has one. */
export const wishlist = z.object({
  ids: z.array(z.string()).max(maxMerged),
  shareKey: z.string().nullable(),
});
export type Wishlist = z.infer<typeof wishlist>;

/** Body of `POST /wishlist/merge`: what a browser has saved, the latest first. Unknown products are ignored. */
export const mergeRequest = z.object({ ids: z.array(z.string().max(200)).min(1).max(maxSaved) });

/** Reply of `POST /wishlist/link`. */
export const wishlistLink = z.object({ shareKey: z.string() });

/** Reply of `GET /wishlist/shared/:key`: nothing about the owner. */
export const sharedWishlist = wishlist.pick({ ids: true });

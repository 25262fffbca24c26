import type { OrderReviews, OwnReview, ReviewRequest } from '../../shared/contract/catalogue/reviews.ts';
import { isId } from '../../shared/id.ts';
import { transaction, violatedConstraint } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Actor, Deps } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { checkPictures, removeImages, storeImage } from '../media/media.ts';
import { hashOf, isLinkValid } from './hashes.ts';
import { insertOptOut } from './request-queries.ts';
import { shortName } from './short-name.ts';
import * as queries from './write-queries.ts';

/** How a buyer without an account proves that an order is theirs: its key, or the signed part of a mailed link. */
export type Proof = { key?: string | undefined; link?: string | undefined };

/** The reviews of a buyer, for the caller. */
export function ownReviews(deps: Deps, actor: Actor) {
  const { db, clock, files } = deps;

  async function findOrder(id: string, { key, link }: Proof, use = {}) {
    const secret = link && isId(id) ? await queries.findAccessKey(db, id) : undefined;
    const isLinked = secret && link && isLinkValid({ id, accessKey: secret }, link, clock.now());
    const buyer = { actor, key: isLinked ? secret : key };
    const order = isId(id) ? await queries.findReviewable(db, id, buyer, use) : undefined;
    if (!order) throw notFound('Order not found.');
    return order;
  }

  async function findDelivered(id: string, proof: Proof) {
    const order = await findOrder(id, proof, { forWriting: true });
    if (!order.isDelivered)
      throw conflict('not_delivered', 'You can review the products of an order when it has been delivered.');
    return order;
  }

  return {
    /** The products of an order with the buyer's reviews. 404 without access. */
    async listOwn(orderId: string, proof: Proof): Promise<OrderReviews> {
      const { isDelivered, name, items } = await findOrder(orderId, proof);
      return {
        isDelivered,
        name: shortName(name),
        products: items.map(({ productId, variantLabel, review, ...product }) => ({
          _id: productId,
          ...product,
          variant: variantLabel,
          review: review && presentOwn(review),
        })),
      };
    },

    /**
     * Stores the buyer's review of a product that they have received, or changes it; a changed one waits for a decision
     * again, unless the shop publishes reviews at once and it was not rejected. 404 without access to the order or
     * if it has no such product, 409 `not_delivered`, 400 for photographs of others.
     */
    async saveReview(orderId: string, productId: string, request: ReviewRequest, key: string | undefined) {
      const { link, images, text, ...rest } = request;
      const order = await findDelivered(orderId, { key, link });
      const item = order.items.find((item) => item.productId === productId);
      if (!item) throw notFound('This order does not contain that product.');
      await transaction(db, async (trx) => {
        await checkPictures(trx, images, 'review', 'images');
        const { reviewsAtOnce } = await readSiteInfo(trx);
        const isTrusted = reviewsAtOnce && item.review?.status !== 'rejected';
        const review = {
          ...rest,
          productId,
          orderId: order.id,
          body: text,
          variantLabel: item.variantLabel,
          buyerHash: hashOf(order.buyer),
          status: isTrusted ? ('published' as const) : ('pending' as const),
        };
        const id = await queries.upsertReview(trx, review, clock.now());
        await queries.replacePictures(trx, id, [...new Set(images)]);
      }).catch((error) => {
        if (violatedConstraint(error) === 'review_pictures_path_key')
          throw badField('images', 'Upload the photograph again');
        throw error;
      });
      return this.listOwn(orderId, { key, link });
    },

    /** Checks that the caller may add photographs to a review of the order, before any is read. 404, 409. */
    async requireDelivered(orderId: string, proof: Proof): Promise<void> {
      await findDelivered(orderId, proof);
    },

    /** Sends the buyer of an order no further mails that ask for reviews. 404 without access. */
    async stopRequests(orderId: string, proof: Proof): Promise<void> {
      const { buyer } = await findOrder(orderId, proof, { forWriting: true });
      await insertOptOut(db, hashOf(buyer));
    },

    /** Stores a photograph for a review; one that no review has is deleted after a day. Throws like `storeImage`. */
    async storePicture(bytes: Uint8Array): Promise<{ path: string }> {
      const { path } = await storeImage(db, files, 'review', bytes);
      return { path };
    },
  };
}

/** Deletes photographs that were uploaded a day ago and that no review has. */
export async function removeUnusedPictures({ db, files, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - 86_400_000);
  await removeImages(db, files, await queries.listUnusedPictures(db, before));
}

function presentOwn({
  id,
  variantLabel,
  ...review
}: Omit<OwnReview, '_id' | 'variant'> & { id: string; variantLabel: string }): OwnReview {
  return { _id: id, variant: variantLabel, ...review };
}

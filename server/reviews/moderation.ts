import type {
  AdminReview,
  AdminReviewQuery,
  DecideRequest,
} from '../../shared/contract/catalogue/reviews.ts';
import { isId } from '../../shared/id.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import * as queries from './moderation-queries.ts';

/** Reviews in the back office. */
export function moderation({ db, clock }: Deps, admin: Admin) {
  return {
    /** One page of reviews, newest first, and their total number. */
    async listReviews(query: AdminReviewQuery) {
      const { rows, total } = await queries.listReviews(db, query);
      return { items: rows.map(present), total };
    },

    /** The numbers of reviews and questions that wait, and of reported reviews. */
    countWaiting: () => queries.countWaiting(db),

    /**
     * Publishes or rejects reviews and closes their reports; the ratings of their products change with it. Returns how
     * many there were. 400 for a rejection without a reason.
     */
    async decide({ ids, status, reason }: DecideRequest): Promise<{ changed: number }> {
      if (status === 'rejected' && !reason) throw badField('reason', 'Reason is required');
      return transaction(db, async (trx) => {
        const found = await queries.lockReviews(trx, ids);
        if (found.length === 0) return { changed: 0 };
        const locked = found.map(({ id }) => id);
        await queries.setStatus(trx, locked, { status, reason, now: clock.now() });
        for (const { id, status: from } of found) {
          const detail = { from, to: status, reason };
          await recordAudit(trx, admin, { action: 'review.status', subject: id, detail });
        }
        return { changed: locked.length };
      });
    },

    /** Sets the shop's answer, which is shown below the review; an empty one removes it. 404. */
    async answerReview(id: string, answer: string): Promise<AdminReview> {
      await transaction(db, async (trx) => {
        const [review] = isId(id) ? await queries.lockReviews(trx, [id]) : [];
        if (!review) throw notFound('Review not found.');
        if (review.answer === answer) return;
        await queries.setAnswer(trx, id, answer);
        const detail = { from: review.answer, to: answer };
        await recordAudit(trx, admin, { action: 'review.answer', subject: id, detail });
      });
      const row = await queries.findReview(db, id);
      if (!row) throw notFound('Review not found.');
      return present(row);
    },

    /** Deletes the reviews and questions of the demo shop. Returns how many there were. */
    removeDemoReviews: (): Promise<number> => transaction(db, queries.deleteDemoReviews),
  };
}

function present(row: queries.AdminReviewRow): AdminReview {
  const { id, body, variantLabel, createdAt, orderId, ofProduct, pictures, ...review } = row;
  const { id: productId, ...product } = ofProduct;
  return {
    _id: id,
    ...review,
    text: body,
    variant: variantLabel,
    images: pictures.map(({ path }) => path),
    createdAt: createdAt.toISOString(),
    product: { _id: productId, ...product },
    order: orderId ? { _id: orderId, number: orderNumber(orderId) } : null,
  };
}

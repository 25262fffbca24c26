import type { ReviewList, ReviewQuery } from '../../shared/contract/catalogue/reviews.ts';
import type { Database } from '../db/database.ts';
import { readReviews } from './list-queries.ts';

/** One page of the published reviews of a product, by its id, with the average and the number of all. */
export async function listReviews(db: Database, productId: string, query: ReviewQuery): Promise<ReviewList> {
  const { reviews, total, isDemo, withPhotos, byStars } = await readReviews(db, productId, query);
  const counts = [1, 2, 3, 4, 5].map((stars) => byStars[stars] ?? 0);
  const count = counts.reduce((sum, n) => sum + n, 0);
  const sum = counts.reduce((all, n, i) => all + n * (i + 1), 0);
  return {
    reviews: reviews.map(({ id, ...review }) => ({ _id: id, ...review })),
    total,
    pages: Math.max(1, Math.ceil(total / query.limit)),
    page: query.page,
    summary: {
      isDemo,
      count,
      rating: count === 0 ? 0 : Math.round((sum / count) * 10) / 10,
      byStars: counts,
      withPhotos,
    },
  };
}

import type { ReviewList } from '../../../shared/contract/catalogue/reviews.ts';
import type { PageShop } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ReviewItem } from './review-item.tsx';
import { ReviewSummary } from './review-summary.tsx';
import { reviewsPath } from './reviews-path.ts';

const maxShown = 4;

/** The first reviews of a product; null if they can't be loaded, so that the rest of the page is still shown. */
export async function findReviews(shop: PageShop, productId: string): Promise<ReviewList | null> {
  try {
    return await shop.reviews.list(productId, { page: 1, limit: maxShown, sort: 'helpful' });
  } catch (error) {
    console.warn('The reviews could not be loaded.', error);
    return null;
  }
}

/** The reviews on the page of a product: the average, the first ones, and a link to all. */
export function ProductReviews({ slug, list }: { slug: string; list: ReviewList | null }) {
  const { reviews = [], summary } = list ?? {};
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-16 scroll-mt-24 lg:mt-24">
      <h2 id="reviews-title" className="text-2xl">
        Reviews
      </h2>
      {summary && summary.count > 0 ? (
        <div
          data-nosnippet={summary.isDemo ? '' : undefined}
          className="mt-6 grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
        >
          <ReviewSummary slug={slug} summary={summary} />
          <div>
            {reviews.map((review) => (
              <ReviewItem key={review._id} review={review} all={reviewsPath(slug, {})} />
            ))}
            {summary.count > reviews.length && (
              <ButtonLink href={reviewsPath(slug, {})} variant="secondary">
                See all {summary.count.toLocaleString('en-IN')} reviews
              </ButtonLink>
            )}
          </div>
        </div>
      ) : (
        <p className="mt-3 max-w-prose text-ink-soft">
          {list
            ? 'No reviews yet. Buyers can write one when their order has been delivered.'
            : 'The reviews could not be loaded.'}
        </p>
      )}
    </section>
  );
}

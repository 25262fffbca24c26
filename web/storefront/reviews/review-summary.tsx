import type { ReviewList } from '../../../shared/contract/catalogue/reviews.ts';
import { Stars } from '../../ui/stars.tsx';
import { reviewsPath } from './reviews-path.ts';

/** The average of all reviews, and how many have 5 to 1 stars; each row shows these reviews. */
export function ReviewSummary({
  slug,
  summary,
  stars,
}: {
  slug: string;
  summary: ReviewList['summary'];
  /** The number of stars to which the list is limited. */
  stars?: number | undefined;
}) {
  const { count, rating, byStars, isDemo } = summary;
  const noun = `${isDemo ? 'demo ' : ''}${count === 1 ? 'review' : 'reviews'}`;
  return (
    <div className="figures">
      <p className="flex items-center gap-3">
        <span className="font-serif text-4xl">{rating}</span>
        <span>
          <Stars rating={rating} className="text-xl" />
          <span className="block text-sm text-ink-soft">
            {count.toLocaleString('en-IN')} {noun}
          </span>
        </span>
      </p>
      <ul className="mt-4 max-w-sm">
        {[5, 4, 3, 2, 1].map((n) => {
          const own = byStars[n - 1] ?? 0;
          return (
            <li key={n}>
              <a
                href={reviewsPath(slug, n === stars ? {} : { stars: n })}
                aria-current={n === stars ? 'true' : undefined}
                className="flex min-h-9 items-center gap-3 text-sm aria-current:font-semibold hover:text-press"
              >
                <span className="w-14 shrink-0">{n === 1 ? '1 star' : `${n} stars`}</span>
                <svg className="star-bar" aria-hidden="true">
                  <rect width={`${(100 * own) / count}%`} height="100%" rx="3" className="fill-turmeric" />
                </svg>
                <span className="w-8 shrink-0 text-right text-ink-soft">{own}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

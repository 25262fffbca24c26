import { Stars } from '../../../ui/stars.tsx';

/** Stars and the number of reviews, which open the reviews; nothing without reviews. */
export function Rating({
  rating,
  numReviews,
  isDemo = false,
}: {
  rating: number;
  numReviews: number;
  isDemo?: boolean | undefined;
}) {
  if (numReviews === 0) return null;
  const noun = `${isDemo ? 'demo ' : ''}${numReviews === 1 ? 'review' : 'reviews'}`;
  const reviews = `${numReviews.toLocaleString('en-IN')} ${noun}`;
  return (
    <div className="figures mt-2 text-sm" data-nosnippet={isDemo ? '' : undefined}>
      <a
        href="#reviews"
        className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
      >
        <Stars rating={rating} className="text-base" />
        <span className="font-semibold">{rating}</span>
        <span className="text-ink-soft">({reviews})</span>
      </a>
    </div>
  );
}

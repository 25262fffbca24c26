import { useId } from 'react';

const star = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z';

/** Stars and the number of reviews; empty if there are no reviews. */
export function Rating({ rating, numReviews }: { rating: number; numReviews: number }) {
  const clip = useId();
  if (numReviews === 0) return null;
  const reviews = numReviews === 1 ? '1 review' : `${numReviews.toLocaleString('en-IN')} reviews`;
  return (
    <p className="figures mt-3 flex items-center gap-2 text-sm">
      <svg viewBox="0 0 120 24" className="h-4.5 w-auto" role="img" aria-label={`${rating} out of 5 stars`}>
        <clipPath id={clip}>
          <rect width={(rating / 5) * 120} height="24" />
        </clipPath>
        <g className="fill-line-strong/60">{stars}</g>
        <g clipPath={`url(#${clip})`} className="fill-turmeric">
          {stars}
        </g>
      </svg>
      <span className="font-semibold">{rating}</span>
      <span className="text-ink-soft">({reviews})</span>
    </p>
  );
}

const stars = [0, 24, 48, 72, 96].map((x) => <path key={x} d={star} transform={`translate(${x} 0)`} />);

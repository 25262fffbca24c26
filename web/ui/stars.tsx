/** Stars for a rating from 0 to 5, drawn to the nearest half. */
export function Stars({ rating, className = '' }: { rating: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`${rating} out of 5 stars`}
      data-stars={Math.round(rating * 2) / 2}
      className={`stars ${className}`.trim()}
    />
  );
}

import type { ReviewQuery, ReviewSort } from '../../../shared/contract/catalogue/reviews.ts';

/** The sort orders of reviews, the first of which is the default. */
export const sortOptions: { value: ReviewSort; label: string }[] = [
  { value: 'helpful', label: 'Most helpful' },
  { value: 'newest', label: 'Newest' },
  { value: 'highest', label: 'Highest rating' },
  { value: 'lowest', label: 'Lowest rating' },
];

/** What an address asks for; anything that is not valid is the default. */
export function readChoice(params: URLSearchParams): ReviewQuery {
  const stars = Number(params.get('stars'));
  const page = Number(params.get('page'));
  return {
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
    limit: 10,
    sort: sortOptions.find(({ value }) => value === params.get('sort'))?.value ?? 'helpful',
    ...(Number.isInteger(stars) && stars >= 1 && stars <= 5 && { stars }),
    ...(params.get('photos') === 'true' && { photos: true }),
  };
}

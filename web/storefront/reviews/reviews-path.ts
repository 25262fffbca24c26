import type { ReviewSort } from '../../../shared/contract/catalogue/reviews.ts';

export type ReviewChoice = { stars?: number; photos?: boolean; sort?: ReviewSort; page?: number };

/** The address of the reviews of a product, without what is the default. */
export function reviewsPath(slug: string, { stars, photos, sort, page = 1 }: ReviewChoice): string {
  const params = new URLSearchParams();
  if (stars) params.set('stars', String(stars));
  if (photos) params.set('photos', 'true');
  if (sort && sort !== 'helpful') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return `/products/${slug}/reviews${params.size > 0 ? `?${params}` : ''}`;
}

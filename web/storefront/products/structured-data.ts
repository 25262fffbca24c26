import type { Product } from '../../../shared/contract/catalogue.ts';
import type { ReviewList } from '../../../shared/contract/reviews.ts';
import { pictureUrl } from '../../../shared/picture.ts';
import { breadcrumbData } from '../layout/head.ts';
import type { Shop } from '../layout/shop.ts';
import { excerptOf } from '../reviews/review-item.tsx';
import { galleryOf } from './variant-choice.ts';

/** A product with its offer and the reviews of its buyers, and its breadcrumb, as structured data. */
export function productStructuredData(
  product: Product,
  reviews: ReviewList | null,
  shop: Shop | undefined,
  trail: { name: string; path: string }[],
): object[] {
  const origin = shop?.origin ?? '';
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.sku,
      image: galleryOf(product).map((path) => origin + pictureUrl(path, 1200, 'webp')),
      ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
      ...(product.category && { category: product.category.name }),
      ...reviewData(reviews),
      offers: offer(product, `${origin}/products/${product.slug}`, shop?.site.clientName),
    },
    breadcrumbData(origin, trail),
  ];
}

/** The rating and the shown reviews. Those of the demo shop are not genuine, so search engines do not get them. */
function reviewData(list: ReviewList | null) {
  if (!list || list.summary.count === 0 || list.summary.isDemo) return {};
  const { rating, count } = list.summary;
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: count },
    review: list.reviews.map(({ name, stars, title, text, createdAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      datePublished: createdAt.slice(0, 10),
      reviewRating: { '@type': 'Rating', ratingValue: stars },
      ...(title && { name: title }),
      ...(text && { reviewBody: excerptOf(text) }),
    })),
  };
}

function offer(product: Product, url: string, seller: string | undefined) {
  const shared = {
    url,
    priceCurrency: 'INR',
    availability: `https://schema.org/${product.countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
    ...(seller && { seller: { '@type': 'Organization', name: seller } }),
  };
  if (!product.priceVaries) return { '@type': 'Offer', price: product.finalPrice, ...shared };
  const prices = product.variants.map(({ finalPrice }) => finalPrice);
  return {
    '@type': 'AggregateOffer',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: prices.length,
    ...shared,
  };
}

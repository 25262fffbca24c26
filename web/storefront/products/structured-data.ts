import type { Product } from '../../../shared/contract/catalogue.ts';
import { pictureUrl } from '../../../shared/picture.ts';
import { breadcrumbData } from '../layout/head.ts';
import type { Shop } from '../layout/shop.ts';
import { galleryOf } from './variant-choice.ts';

/** A product with its offer, and its breadcrumb, as structured data. */
export function productStructuredData(
  product: Product,
  shop: Shop | undefined,
  trail: { name: string; path: string }[],
): object[] {
  const origin = shop?.origin ?? '';
  const { rating, numReviews } = product;
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.sku,
      image: galleryOf(product).map((path) => origin + pictureUrl(path, 1200, 'webp')),
      ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
      ...(product.category && { category: product.category.name }),
      ...(numReviews > 0 && {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: numReviews },
      }),
      offers: offer(product, `${origin}/products/${product.slug}`, shop?.site.clientName),
    },
    breadcrumbData(origin, trail),
  ];
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

import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { ReviewList } from '../../../../shared/contract/catalogue/reviews.ts';
import { chargeFor, type Parcel, parcelOf } from '../../../../shared/orders/delivery.ts';
import { gtinOf } from '../../../../shared/products/barcode.ts';
import { optionProperties, optionProperty } from '../../../../shared/products/option-properties.ts';
import { pictureAddress } from '../../../ui/asset-url.ts';
import { absolute, breadcrumbData } from '../../layout/head.ts';
import type { Shop } from '../../layout/shop.ts';
import { excerptOf } from '../../reviews/review-item.tsx';
import { galleryOf, variantPath } from './variant-choice.ts';

/** A page with more variants names the lowest and the highest price instead, to stay within 60 KB of HTML. */
const maxVariants = 20;

/**
 * A product with its offers, delivery, returns and the reviews of its buyers, and its breadcrumb, as structured data. A
 * product with options is a group of its variants, or the variant that the address names, with its offer only: feeds
 * link to it, and their readers compare the price.
 */
export function productStructuredData(
  product: Product,
  reviews: ReviewList | null,
  shop: Shop | undefined,
  trail: { name: string; path: string }[],
  chosen?: Variant,
): object[] {
  const origin = shop?.origin ?? '';
  const { options, variants } = product;
  const isGroup = options.length > 0 && variants.length <= maxVariants && !chosen;
  const described = {
    name: product.name,
    description: product.description,
    image: galleryOf(product).map((path) => pictureAt(origin, path)),
    ...(product.brand && {
      brand: { '@type': 'Brand', name: product.brand.name, url: `${origin}/brands/${product.brand.slug}` },
    }),
    ...(product.category && { category: product.category.name }),
    ...reviewData(reviews),
  };
  const terms = termsOfSale(shop, product.isGiftCard ? undefined : parcelOf(product));
  return [
    isGroup
      ? {
          '@type': 'ProductGroup',
          ...described,
          url: `${origin}/products/${product.slug}`,
          productGroupID: product._id,
          variesBy: options.flatMap(({ name }) => {
            const property = optionProperty(name);
            return property ? [`https://schema.org/${property}`] : [];
          }),
          // The terms are written once; the other variants refer to them.
          hasVariant: variants.map((variant, n) =>
            variantData(product, variant, origin, n === 0 ? terms : referencesTo(terms)),
          ),
        }
      : chosen && options.length > 0
        ? {
            ...described,
            ...variantData(product, chosen, origin, terms),
            inProductGroupWithID: product._id,
          }
        : {
            '@type': 'Product',
            ...described,
            sku: product.sku,
            ...(variants.length === 1 && gtinData(variants[0])),
            offers: { ...offer(product, `${origin}/products/${product.slug}`), ...terms },
          },
    breadcrumbData(origin, trail),
  ];
}

function variantData(product: Product, variant: Variant, origin: string, terms: object) {
  return {
    '@type': 'Product',
    name: [product.name, ...variant.values].join(', '),
    sku: variant.sku,
    ...gtinData(variant),
    image: pictureAt(origin, variant.image ?? product.image),
    ...Object.fromEntries(optionProperties(product.options, variant.values)),
    offers: {
      '@type': 'Offer',
      url: origin + variantPath(product, variant),
      price: variant.finalPrice,
      priceCurrency: 'INR',
      availability: availability(variant.countInStock),
      ...terms,
    },
  };
}

function gtinData(variant: Variant | undefined): { gtin?: string } {
  const gtin = gtinOf(variant?.barcode ?? '');
  return gtin ? { gtin } : {};
}

const pictureAt = (origin: string, path: string | null) =>
  path === null ? undefined : absolute(pictureAddress(path, 1200, 'webp'), origin);
const availability = (stock: number) => `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`;

type Terms = Record<string, { '@id': string; [property: string]: unknown }>;

/**
 * The seller, delivery and returns of each offer of the shop (india §7); without a parcel, which a gift card has not,
 * the seller.
 */
function termsOfSale(shop: Shop | undefined, parcel: Parcel | undefined): Terms {
  if (!shop) return {};
  const { origin, site } = shop;
  const seller = { '@type': 'Organization', '@id': `${origin}/#shop`, name: site.clientName };
  if (!parcel) return site.clientName ? { seller } : {};
  return {
    ...(site.clientName && { seller }),
    // Only if every PIN code has the same rates.
    ...(site.asksForAddress &&
      !site.delivery.varies && {
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          '@id': `${origin}/#shipping`,
          shippingRate: {
            '@type': 'MonetaryAmount',
            value: chargeFor(site.delivery, parcel),
            currency: 'INR',
          },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
        },
      }),
    ...(site.returnDays !== null && { hasMerchantReturnPolicy: returnPolicy(origin, site.returnDays) }),
  };
}

const referencesTo = (terms: Terms) =>
  Object.fromEntries(Object.entries(terms).map(([name, { '@id': id }]) => [name, { '@id': id }]));

const returnPolicy = (origin: string, days: number) => ({
  '@type': 'MerchantReturnPolicy',
  '@id': `${origin}/#returns`,
  applicableCountry: 'IN',
  merchantReturnLink: `${origin}/returns-refunds`,
  returnPolicyCategory: `https://schema.org/${days > 0 ? 'MerchantReturnFiniteReturnWindow' : 'MerchantReturnNotPermitted'}`,
  ...(days > 0 && { merchantReturnDays: days }),
});

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

function offer(product: Product, url: string) {
  const shared = { url, priceCurrency: 'INR', availability: availability(product.countInStock) };
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

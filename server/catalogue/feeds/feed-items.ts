import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { FeedChannel } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { DeliverySummary } from '../../../shared/contract/orders/delivery.ts';
import { plainRupees } from '../../../shared/money.ts';
import { chargeFor } from '../../../shared/orders/delivery.ts';
import { gtinOf } from '../../../shared/products/barcode.ts';
import { optionProperties } from '../../../shared/products/option-properties.ts';
import { pictureUrl } from '../../../shared/products/picture.ts';
import { escapeHtml } from '../../../shared/text/plain-text.ts';

/** What a feed needs of the shop; `delivery` is null if the shop ships nothing. */
export type FeedShop = { name: string; url: string; delivery: DeliverySummary | null };

/** Pictures besides the main one; Google accepts ten. */
const maxPictures = 10;

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const textOf = (value: string) => escapeHtml(value.toWellFormed().replace(forbidden, ''));
const element = (name: string, value: string) => `<g:${name}>${textOf(value)}</g:${name}>`;
const amount = (rupees: number) => `${plainRupees(rupees)} INR`;

/** The beginning of a feed, RSS 2.0 with the names of Google, which Meta reads too (india §7). */
export const feedStart = ({ name, url }: FeedShop) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>${textOf(name)}</title><link>${textOf(url)}</link><description>${textOf(name)}</description>`;
export const feedEnd = '</channel></rss>';

/** One variant as an item of a feed; undefined without a picture, which both channels require. */
export function feedItem(
  channel: FeedChannel,
  product: Product,
  variant: Variant,
  shop: FeedShop,
): string | undefined {
  const { options, brand, category, subcategory } = product;
  const image = variant.image ?? product.image;
  if (!image) return undefined;
  const hasOptions = options.length > 0;
  const pictures = [product.image, ...product.images].flatMap((path) => (path && path !== image ? path : []));
  const available = variant.countInStock > 0;
  const urlOf = (path: string) => shop.url + path;
  const picture = (path: string) => urlOf(pictureUrl(path, 1200, 'jpg'));
  const values = (name: string, all: string[]) => all.map((value) => element(name, value));
  const gtin = gtinOf(variant.barcode ?? '');
  const isGoogle = channel === 'google';
  const fields = [
    // Unlike the SKU, it never changes and has at most 50 characters.
    element('id', variant._id),
    element('title', [product.name, ...variant.values].join(', ').slice(0, 150)),
    element('description', (product.description || product.name).slice(0, 5000)),
    element('link', urlOf(`/products/${product.slug}${hasOptions ? `?variant=${variant._id}` : ''}`)),
    element('image_link', picture(image)),
    ...values('additional_image_link', pictures.slice(0, maxPictures).map(picture)),
    ...priceFields(channel, variant),
    element('condition', 'new'),
    ...(isGoogle
      ? [element('availability', available ? 'in_stock' : 'out_of_stock')]
      : [element('availability', available ? 'in stock' : 'out of stock')]),
    ...values('gtin', gtin ? [gtin] : []),
    ...values('identifier_exists', isGoogle && !gtin ? ['no'] : []),
    // Meta needs a brand; Google does not want that of the shop.
    ...values('brand', brand ? [brand.name] : channel === 'meta' ? [shop.name] : []),
    ...values('product_type', category ? [[category.name, subcategory?.name ?? []].flat().join(' > ')] : []),
    ...(hasOptions ? [element('item_group_id', product._id)] : []),
    ...optionProperties(options, variant.values).map(([name, value]) => element(name, value)),
    ...shippingFields(shop, variant),
  ];
  return `<item>${fields.join('')}</item>`;
}

/**
 * The charge for one unit, if it is the same for all of India; otherwise the merchant enters the rates at the channel.
 */
function shippingFields(
  { delivery }: FeedShop,
  { finalPrice: total, weightGrams: grams = 0 }: Variant,
): string[] {
  if (!delivery || delivery.varies) return [];
  const charge = element('price', amount(chargeFor(delivery, { total, grams })));
  return [`<g:shipping>${element('country', 'IN')}${charge}</g:shipping>`];
}

/** Google compares the price with that of the page, and has a field for the MRP in India; Meta shows both prices. */
function priceFields(channel: FeedChannel, { price, finalPrice }: Variant): string[] {
  if (channel === 'google')
    return [element('price', amount(finalPrice)), element('maximum_retail_price', amount(price))];
  return [
    element('price', amount(price)),
    ...(finalPrice < price ? [element('sale_price', amount(finalPrice))] : []),
  ];
}

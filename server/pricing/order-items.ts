import type { SaleVariant } from '../catalogue/catalogue.ts';
import type { PricedCart } from './priced-cart.ts';

/** The lines of a stored order. */
export const orderItemsOf = ({ lines }: PricedCart) =>
  lines.map(({ variant, recipient, ...line }) => ({
    productId: variant.productId,
    variantId: variant.id,
    name: variant.name,
    variantLabel: variantLabel(variant),
    sku: variant.sku,
    slug: variant.slug,
    image: variant.image,
    recipient: recipient && JSON.stringify(recipient),
    ...line,
  }));

/** The chosen options as text: 'Indigo / Large'. */
export const variantLabel = (variant: SaleVariant): string => variant.optionValues.join(' / ');

import type { Product } from '../../../../shared/contract/catalogue.ts';
import type { DraftLine } from './draft.ts';

/** A line with one unit of a variant. */
export const lineOf = (product: Product, variant: Product['variants'][number]): DraftLine => ({
  product_id: product._id,
  variant_id: variant._id,
  name: product.name,
  variant: variant.values.join(' / '),
  image: variant.image ?? product.image,
  quantity: '1',
  price: '',
  reason: '',
});

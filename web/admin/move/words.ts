import type { Move } from '../../../shared/contract/moves.ts';

export type Kind = Move['counts'][number]['kind'];

/** What each kind is called on the screens of a move. */
export const kindNames: Record<Kind, string> = {
  products: 'Products',
  customers: 'Customers',
  orders: 'Old orders',
  discounts: 'Discounts',
  giftCards: 'Gift cards',
  redirects: 'Redirects',
  reviews: 'Reviews',
};

export const programNames: Record<Move['files'][number]['program'], string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
};

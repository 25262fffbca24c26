import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Order } from '../../../../shared/contract/orders/orders.ts';
import { call } from '../../../api.ts';
import { toast } from '../../../ui/toast.tsx';
import { addToCart, openCart } from '../../cart/cart.ts';

/** Adds the available items of an order to the cart at their current prices. */
export async function orderAgain(order: Order): Promise<void> {
  const ids = [...new Set(order.cart_items.map((item) => item.product_id._id))];
  let products: Product[];
  try {
    ({ products } = await call('POST /products/bulk', { body: { ids } }));
  } catch {
    return toast('The items could not be added to your cart. Please try again.', 'error');
  }
  let missing = 0;
  for (const item of order.cart_items) {
    const product = products.find(({ _id }) => _id === item.product_id._id);
    const variant = product?.variants.find(({ sku }) => sku === item.sku);
    // Who gets a gift card this time is chosen on its page.
    if (product && variant && variant.countInStock > 0 && !item.giftCard) {
      addToCart(product, variant, Math.min(item.quantity, variant.countInStock));
    } else missing += 1;
  }
  if (missing === order.cart_items.length)
    return toast('None of these items is available right now.', 'error');
  // The drawer would cover a toast.
  openCart(missing > 0 ? `Not available right now: ${missing} of ${order.cart_items.length} items.` : null);
}

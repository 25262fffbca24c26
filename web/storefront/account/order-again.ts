import type { Product } from '../../../shared/contract/catalogue.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { api } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { add, openCart } from '../cart/cart.ts';

/** Puts the lines of an order into the cart at today's prices, as far as they can still be bought. */
export async function orderAgain(order: Order): Promise<void> {
  const ids = [...new Set(order.cart_items.map((item) => item.product_id._id))];
  let products: Product[];
  try {
    ({ products } = await api.post<{ products: Product[] }>('/products/bulk', { ids }));
  } catch {
    return toast('The cart could not be filled. Please try again.', 'error');
  }
  let missing = 0;
  for (const item of order.cart_items) {
    const product = products.find(({ _id }) => _id === item.product_id._id);
    const variant = product?.variants.find(({ sku }) => sku === item.sku);
    if (product && variant && variant.countInStock > 0) {
      add(product, variant, Math.min(item.quantity, variant.countInStock));
    } else missing += 1;
  }
  if (missing === order.cart_items.length) return toast('None of these can be bought right now.', 'error');
  // A toast would lie beneath the drawer.
  openCart(missing > 0 ? `${missing} of ${order.cart_items.length} can’t be bought right now.` : null);
}

import { ApiError, call } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { addToCartUpTo } from './cart.ts';

/** Adds the cart of the mail whose link has opened this page. What the cart has already is not added again. */
export async function addRemindedCart(token: string): Promise<void> {
  try {
    const { lines } = await call('GET /cart/reminders/:token', { params: { token } });
    const ids = [...new Set(lines.map((line) => line.product_id))];
    if (ids.length === 0) return;
    const { products } = await call('POST /products/bulk', { body: { ids } });
    for (const { product_id, variant_id, quantity } of lines) {
      const product = products.find(({ _id }) => _id === product_id);
      const variant = product?.variants.find(({ _id }) => _id === variant_id);
      if (product && variant) addToCartUpTo(product, variant, quantity);
    }
  } catch (error) {
    const isEnded = error instanceof ApiError && error.status === 404;
    toast(isEnded ? error.message : 'Your items could not be loaded. Please open the link again.', 'error');
  }
}

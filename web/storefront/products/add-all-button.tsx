import type { CartProduct } from '../../../shared/cart.ts';
import { rupees } from '../../../shared/money.ts';
import { addToCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';

/** Adds one unit of each of these products, which have one variant each, to the cart. `total`: their price in rupees. */
export function AddAllButton({ products, total }: { products: CartProduct[]; total: number }) {
  const [added, confirm] = useAdded();
  return (
    <button
      type="button"
      onClick={() => {
        for (const product of products) for (const variant of product.variants) addToCart(product, variant);
        confirm();
      }}
      className="button button-secondary button-md mt-6 max-sm:w-full"
    >
      {added ? 'Added' : `Add all ${products.length} to cart`} · {rupees(total)}
    </button>
  );
}

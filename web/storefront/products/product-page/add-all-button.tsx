import { rupees, toPaise, toRupees } from '../../../../shared/money.ts';
import type { CartProduct } from '../../../../shared/orders/cart.ts';
import { addToCart } from '../../cart/cart.ts';
import { useAdded } from '../../cart/use-added.ts';
import { ownPriceOf, useOwnPrices } from '../own-prices/use-own-prices.ts';

/** Adds one unit of each of these products, which have one variant each, to the cart. */
export function AddAllButton({ products }: { products: CartProduct[] }) {
  const [added, confirm] = useAdded();
  const own = useOwnPrices();
  const prices = products.flatMap(({ _id: id, variants }) =>
    variants.map(({ _id, finalPrice }) => toPaise(ownPriceOf(own.get(id), _id)?.price ?? finalPrice)),
  );
  return (
    <button
      type="button"
      onClick={() => {
        for (const product of products) for (const variant of product.variants) addToCart(product, variant);
        confirm();
      }}
      className="button button-secondary button-md mt-6 max-sm:w-full"
    >
      {added ? 'Added' : `Add all ${products.length} to cart`} ·{' '}
      {rupees(toRupees(prices.reduce((sum, price) => sum + price, 0)))}
    </button>
  );
}

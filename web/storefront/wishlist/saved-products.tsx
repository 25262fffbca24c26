import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { toCard } from '../products/cards/card-data.ts';
import { ProductCard } from '../products/cards/product-card.tsx';
import { ifLower } from '../products/own-prices/own-prices.ts';
import { useOwnPrices } from '../products/own-prices/use-own-prices.ts';
import { useProducts } from './use-products.ts';
import { toggleSaved, useWishlist } from './wishlist.ts';

const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 sm:gap-y-12 md:grid-cols-4';

/** The products with these ids, each with a heart; `ids` are undefined while they are read. `empty` if there are none. */
export function SavedProducts({ ids, empty }: { ids: string[] | undefined; empty: ReactNode }) {
  const { products, problem, retry } = useProducts(ids);
  const own = useOwnPrices();
  if (problem) {
    return (
      <div className="max-w-md space-y-4">
        <FormError>{problem}</FormError>
        <Button onClick={retry}>Try Again</Button>
      </div>
    );
  }
  if (!products) return <SavedSkeleton />;
  if (products.length === 0) return empty;
  const shown = products.filter((product) => product !== null);
  const missing = products.length - shown.length;
  return (
    <>
      {missing > 0 && (
        <p className="mb-6 text-ink-soft">
          {missing === 1 ? '1 saved product is' : `${missing} saved products are`} not available at the
          moment.
        </p>
      )}
      <ul className={gridClass}>
        {shown.map((product, n) => (
          <li key={product._id} className="relative">
            <ProductCard
              product={toCard(product)}
              own={ifLower(own.get(product._id))}
              heading="h2"
              eager={n < 4}
            />
            <Heart id={product._id} name={product.name} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Saves the product or removes it; `hearts.ts` adds the same to pages with islands. */
function Heart({ id, name }: { id: string; name: string }) {
  const { ids } = useWishlist();
  return (
    <button
      type="button"
      aria-label={`Wishlist: ${name}`}
      title="Wishlist"
      aria-pressed={ids.includes(id)}
      onClick={() => toggleSaved(id).catch((error: Error) => toast(error.message, 'error'))}
      className="heart top-11.5 print:hidden"
    />
  );
}

function SavedSkeleton() {
  return (
    <div role="status" aria-label="Loading the products" className={`${gridClass} noscript:hidden`}>
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div key={card} className="space-y-3">
          <div className="skeleton aspect-square rounded-lg" />
          <div className="skeleton h-5 w-3/4" />
          <div className="skeleton h-5 w-20" />
        </div>
      ))}
    </div>
  );
}

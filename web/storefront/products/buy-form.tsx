import { Check } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product, Variant } from '../../../shared/contract/catalogue.ts';
import { rupees } from '../../../shared/money.ts';
import { Button } from '../../ui/button.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { add, addUpTo } from '../cart/cart.ts';
import { StockBadge } from './stock-badge.tsx';
import { useAdded } from './use-added.ts';

/** How many, and the two ways to buy. On small screens the buttons stay at the bottom of the window. */
export function BuyForm({ product, variant }: { product: Product; variant: Variant | undefined }) {
  const [quantity, setQuantity] = useState(1);
  const [added, confirm] = useAdded();
  const navigate = useNavigate();
  const inStock = variant?.countInStock ?? 0;
  const wanted = Math.min(quantity, Math.max(1, inStock));
  const soldOut = inStock <= 0;

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {!soldOut && (
          <Quantity
            value={wanted}
            max={inStock}
            onChange={setQuantity}
            label={`Quantity of ${product.name}`}
          />
        )}
        <p role="status">
          {variant ? (
            <StockBadge count={inStock} />
          ) : (
            <span className="text-sm text-ink-soft">
              This combination is not made. Please choose another.
            </span>
          )}
        </p>
      </div>
      <div className="buy-bar fixed inset-x-0 bottom-0 z-20 flex gap-3 border-t border-line bg-paper px-[clamp(1.125rem,4vw,3rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:z-auto md:border-0 md:p-0">
        <span className="figures shrink-0 self-center font-semibold md:hidden" aria-hidden="true">
          {rupees(variant?.finalPrice ?? product.finalPrice)}
        </span>
        <Button
          size="lg"
          variant={soldOut ? 'primary' : 'secondary'}
          disabled={soldOut}
          className="flex-1 px-2 whitespace-nowrap max-sm:text-sm"
          onClick={() => {
            if (!variant) return;
            add(product, variant, wanted);
            confirm();
          }}
        >
          {added && <Check className="size-5" aria-hidden="true" />}
          <span aria-live="polite">{soldOut ? 'Out of Stock' : added ? 'Added to Cart' : 'Add to Cart'}</span>
        </Button>
        {!soldOut && (
          <Button
            size="lg"
            className="flex-1 px-2 whitespace-nowrap max-sm:text-sm"
            onClick={() => {
              if (!variant) return;
              addUpTo(product, variant, wanted);
              navigate('/checkout');
            }}
          >
            Buy Now
          </Button>
        )}
      </div>
    </>
  );
}

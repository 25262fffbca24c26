import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCart } from '../cart/cart.ts';

const bounceFor = 1000;
const pagesOfTheCart = ['/cart', '/checkout'];

/** Floats over every page with the number of items, opens the drawer; bounces and is read out when it rises. */
export function CartButton() {
  const { totalItems, ready, openCart } = useCart();
  const { pathname } = useLocation();
  const bouncing = useRise(ready ? totalItems : null);
  if (pagesOfTheCart.includes(pathname)) return null;
  const label = `Cart, ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`;
  return (
    <>
      <Link
        to="/cart"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openCart();
        }}
        aria-label={label}
        className={`float-cart fixed right-4 z-30 grid size-15 place-items-center rounded-full bg-press text-on-press shadow-float ring-1 ring-on-night/25 transition-colors hover:bg-press-deep sm:right-7 ${bouncing ? 'bounce-once' : ''}`}
      >
        <ShoppingBag className="size-6" aria-hidden="true" />
        {totalItems > 0 && (
          <span className="figures absolute -top-1 -right-1 grid h-6 min-w-6 place-items-center rounded-full bg-turmeric px-1.5 text-xs font-bold text-[#221c17] ring-2 ring-paper">
            {totalItems > 99 ? '99+' : totalItems}
          </span>
        )}
      </Link>
      <p aria-live="polite" className="sr-only">
        {bouncing && label}
      </p>
    </>
  );
}

/** True for a second after a known number rises. */
function useRise(count: number | null) {
  const before = useRef(count);
  const [rising, setRising] = useState(false);
  useEffect(() => {
    const rose = count !== null && before.current !== null && count > before.current;
    before.current = count;
    if (!rose) return;
    setRising(true);
    const timer = setTimeout(() => setRising(false), bounceFor);
    return () => clearTimeout(timer);
  }, [count]);
  return rising;
}

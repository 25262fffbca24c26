import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCart } from '../cart/cart.ts';

const bounceFor = 1000;
const pagesOfTheCart = ['/cart', '/checkout'];

/** Stays visible in the header, shows the number of items and opens the drawer; bounces and is announced when the number rises. */
export function CartButton() {
  const { totalItems, ready, openCart } = useCart();
  const { pathname } = useLocation();
  const bouncing = useRise(ready ? totalItems : null);
  const opensDrawer = !pagesOfTheCart.includes(pathname);
  const label = `Cart, ${totalItems} ${totalItems === 1 ? 'item' : 'items'}`;
  return (
    <>
      <Link
        to="/cart"
        onClick={(event) => {
          if (!opensDrawer || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openCart();
        }}
        aria-label={label}
        className={`relative grid size-11 shrink-0 place-items-center rounded-full bg-press text-on-press transition-colors hover:bg-press-deep ${bouncing ? 'bounce-once' : ''}`}
      >
        <ShoppingBag className="size-5" aria-hidden="true" />
        {totalItems > 0 && (
          <span className="figures absolute -top-1 -right-1.5 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-turmeric px-1 text-xs font-bold text-[#221c17] ring-2 ring-paper">
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

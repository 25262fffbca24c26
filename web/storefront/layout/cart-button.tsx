import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { openCart, useCart } from '../cart/cart.ts';

const bounceMs = 1000;
const cartPages = ['/cart', '/checkout'];

/** Shows the number of items and opens the drawer. Bounces and is announced when the number increases. */
export function CartButton() {
  const { totalItems, ready } = useCart();
  const { pathname } = useLocation();
  const bouncing = useIncrease(ready ? totalItems : null);
  const opensDrawer = !cartPages.includes(pathname);
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

/** True for a second after the count increases. */
function useIncrease(count: number | null) {
  const before = useRef(count);
  const [isIncreasing, setIsIncreasing] = useState(false);
  useEffect(() => {
    const increased = count !== null && before.current !== null && count > before.current;
    before.current = count;
    if (!increased) return;
    setIsIncreasing(true);
    const timer = setTimeout(() => setIsIncreasing(false), bounceMs);
    return () => clearTimeout(timer);
  }, [count]);
  return isIncreasing;
}

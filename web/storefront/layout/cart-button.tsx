import { ShoppingBag } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useChange } from '../../ui/use-change.ts';
import { openCart, useCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';

const cartPages = ['/cart', '/checkout'];

/** Shows the number of items and opens the drawer. Bounces and is announced when the number increases. */
export function CartButton() {
  const { totalItems, ready } = useCart();
  const { pathname } = useLocation();
  const [bouncing, bounce] = useAdded();
  useChange(ready ? totalItems : null, (before) => {
    if (before !== null && totalItems > before) bounce();
  });
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
        <ShoppingBag className="size-5" />
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

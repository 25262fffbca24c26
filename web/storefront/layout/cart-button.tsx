import { ShoppingBag } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { cartLabel, cartNumber, closeCart, openCart } from '../cart/cart.ts';
import { useAdded } from '../cart/use-added.ts';
import { useCart } from '../cart/use-cart.ts';
import { usePageData } from './page-data.ts';

const cartPages = ['/cart', '/checkout'];

/**
 * The button with the number of items, and the drawer, whose code is loaded when it is first opened. It bounces and is
 * announced when the number increases. Before hydration, `islands/page.ts` writes the number into the elements with
 * `data-cart`.
 */
export function Cart() {
  const { totalItems, increases, isOpen } = useCart();
  const { pathname } = usePageData();
  const [bouncing, bounce] = useAdded();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each increase bounces once
  useEffect(() => {
    if (increases > 0) bounce();
  }, [increases]);
  const [Drawer, setDrawer] = useState<ComponentType>();
  useEffect(() => {
    if (!isOpen || Drawer) return;
    import('../cart/cart-drawer.tsx').then(
      (file) => setDrawer(() => file.CartDrawer),
      () => {
        closeCart();
        toast('Your cart could not be opened. Please try again.', 'error');
      },
    );
  }, [isOpen, Drawer]);
  const opensDrawer = !cartPages.includes(pathname);
  const label = cartLabel(totalItems);
  return (
    <>
      <a
        href="/cart"
        data-cart="label"
        data-repeat={opensDrawer || undefined}
        onClick={(event) => {
          if (!opensDrawer || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openCart();
        }}
        aria-label={label}
        suppressHydrationWarning
        className={`relative grid size-11 shrink-0 place-items-center rounded-full bg-press text-on-press transition-colors hover:bg-press-deep ${bouncing ? 'bounce-once' : ''}`}
      >
        <ShoppingBag className="size-5" />
        <span
          data-cart="number"
          hidden={totalItems === 0}
          suppressHydrationWarning
          className="figures absolute -top-1 -right-1.5 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-turmeric px-1 text-xs font-bold text-on-turmeric ring-2 ring-paper"
        >
          {cartNumber(totalItems)}
        </span>
      </a>
      <p aria-live="polite" className="sr-only">
        {bouncing && label}
      </p>
      {Drawer && <Drawer />}
    </>
  );
}

import { useEffect } from 'react';
import { rupees } from '../../../shared/money.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { closeCart, refreshCart, useCart } from './cart.ts';
import { CartLines } from './cart-lines.tsx';
import { CheckoutLink } from './checkout-link.tsx';

/** The cart that slides in from the right (spec §2). Mounted once; refreshes the saved cart when it mounts. */
export function CartDrawer() {
  const { totalItems, totalPrice, isOpen, notice } = useCart();
  useEffect(() => void refreshCart(), []);
  // The Back button may change the page behind the drawer.
  useEffect(() => {
    window.addEventListener('popstate', closeCart);
    return () => window.removeEventListener('popstate', closeCart);
  }, []);
  return (
    <Dialog open={isOpen} onClose={closeCart} title={`Your Cart (${totalItems})`} variant="right">
      <div className="flex flex-1 flex-col px-5">
        <Notice role="status" className="mt-3">
          {notice}
        </Notice>
        <CartLines compact empty={<EmptyDrawer />}>
          {(clear) => (
            <div className="sticky bottom-0 mt-auto space-y-3 border-t border-line bg-paper pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              <div>
                <p className="flex items-baseline justify-between gap-4 text-lg">
                  <span>Subtotal</span>
                  <span className="figures font-semibold">{rupees(totalPrice)}</span>
                </p>
                <p className="hidden text-sm text-ink-soft sm:block">
                  Shipping and taxes calculated at checkout.
                </p>
              </div>
              <CheckoutLink onClick={closeCart} />
              <div className="flex flex-wrap justify-between gap-x-4">
                <Button variant="ghost" className="-ml-5" onClick={clear}>
                  Clear Cart
                </Button>
                <TextLink href="/products" onClick={closeCart} className="text-sm">
                  Continue Shopping
                </TextLink>
              </div>
            </div>
          )}
        </CartLines>
      </div>
    </Dialog>
  );
}

function EmptyDrawer() {
  return (
    <Empty
      level={3}
      title="Your cart is empty"
      text="Start shopping to add items to your cart"
      action={
        <Button
          size="lg"
          onClick={() => {
            closeCart();
            window.location.assign('/products');
          }}
        >
          Continue Shopping
        </Button>
      }
    />
  );
}

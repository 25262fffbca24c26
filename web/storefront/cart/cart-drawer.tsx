import { useEffect, useState } from 'react';
import type { CartQuote } from '../../../shared/contract/orders/checkout.ts';
import { rupees } from '../../../shared/money.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { closeCart, refreshCart } from './cart.ts';
import { CartLines } from './cart-lines.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { readCode } from './discount-code.ts';
import { readPin } from './pin.ts';
import { type Row, shippingRow, Totals } from './totals.tsx';
import { useCart } from './use-cart.ts';

/** Changes of the cart that follow each other are priced together. */
const pauseMs = 150;

/** The cart that slides in from the right (spec §2). Mounted once; refreshes the saved cart when it mounts. */
export function CartDrawer() {
  const { totalItems, isOpen, notice } = useCart();
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
              <div className="space-y-2">
                <DrawerTotals />
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

/** As in the summary of the cart page. Its rows are always there, so that nothing moves when the server has answered. */
function DrawerTotals() {
  const { lines, totalPrice, isOpen } = useCart();
  const [quote, setQuote] = useState<CartQuote>();
  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    const ask = async (code: string): Promise<CartQuote | undefined> => {
      const { askQuote } = await import('./ask-quote.ts');
      const reply = askQuote(lines, { code, postalCode: readPin() }, leaving.signal);
      // Cart page and checkout say why the code can’t be used.
      return code ? reply.catch(() => ask('')) : reply;
    };
    const show = (reply?: CartQuote) => leaving.signal.aborted || setQuote(reply);
    const timer = setTimeout(() => ask(readCode()).then(show, () => show()), pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [lines, isOpen]);
  const off = quote?.discounts.reduce(
    (sum, { amount, target }) => sum + (target === 'products' ? amount : 0),
    0,
  );
  const rows: Row[] = [
    ['Subtotal', rupees(quote?.subtotal ?? totalPrice)],
    ['Discounts', off ? rupees(-off) : '—'],
    shippingRow({
      shipping: quote?.shipping ?? null,
      isKnown: Boolean(quote?.delivery),
      missingForFree: quote?.missingForFreeDelivery ?? null,
    }),
  ];
  return <Totals rows={rows} total={quote?.amount ?? totalPrice} />;
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

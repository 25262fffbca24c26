import { type ReactNode, useEffect, useState } from 'react';
import { rupees } from '../../../shared/money.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { privatePage } from '../layout/head.ts';
import { Section } from '../layout/section.tsx';
import { useShop } from '../layout/shop.ts';
import { refreshCart } from './cart.ts';
import { CartLines } from './cart-lines.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { readPin, savePin } from './pin.ts';
import { PinField } from './pin-field.tsx';
import { shippingRow, Totals } from './totals.tsx';
import { useCart } from './use-cart.ts';
import { type Quote, useQuote } from './use-quote.ts';

export const meta = privatePage('/cart', 'Your Cart', 'The items in your cart.');

/** /cart (spec §2). The server sends the same page to every visitor; the cart is stored in the browser. */
export default function CartPage() {
  const { ready, lines, totalItems, totalPrice } = useCart();
  const shop = useShop();
  const [pin, setPin] = useState('');
  const quote = useQuote(lines, { postalCode: pin });
  // Stored in the browser, so it is not known when the server renders the page.
  useEffect(() => setPin(readPin()), []);
  useEffect(() => {
    const reminder = new URLSearchParams(window.location.hash.slice(1)).get('reminder');
    if (!reminder) return void refreshCart();
    // Once, also if the page is reloaded.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    import('./reminded-cart.ts').then((file) => file.addRemindedCart(reminder)).finally(refreshCart);
  }, []);
  const count = `${totalItems} ${totalItems === 1 ? 'item' : 'items'}`;
  return (
    <div className="shell py-8 md:py-12">
      {!ready && <CartSkeleton title="Your Cart" />}
      {ready && (
        <>
          {lines.length > 0 && (
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-4">
              <h1 className="text-2xl">Your Cart</h1>
              <p className="text-ink-soft">{count}</p>
            </div>
          )}
          <div className={lines.length > 0 ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12' : ''}>
            <div>
              <CartLines
                empty={
                  <Empty
                    level={1}
                    title="Your cart is empty"
                    text="The items that you add appear here."
                    link={['/products', 'Start Shopping']}
                  />
                }
              >
                {(clear) => (
                  <div className="flex flex-wrap items-center justify-between gap-4 py-4">
                    <Button variant="ghost" className="-ml-5" onClick={clear}>
                      Clear Cart
                    </Button>
                    <p>
                      Subtotal ({count}) <span className="figures font-semibold">{rupees(totalPrice)}</span>
                    </p>
                  </div>
                )}
              </CartLines>
            </div>
            {lines.length > 0 && (
              <Summary count={totalItems} quote={quote}>
                {shop?.site.asksForAddress && shop.site.delivery.checksPin && (
                  <PinField
                    key={pin}
                    pin={pin}
                    quote={quote}
                    onChange={(next) => {
                      savePin(next);
                      setPin(next);
                    }}
                  />
                )}
              </Summary>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Summary({ count, quote, children }: { count: number; quote: Quote; children: ReactNode }) {
  const { rows: discounts, shippingRows } = quote;
  const rows: [string, string][] = [
    ['Items', String(count)],
    ...discounts,
    shippingRow({ ...quote, isKnown: quote.delivery !== null }),
    ...shippingRows,
    ['Tax', '—'],
  ];
  return (
    <Section
      title="Summary"
      headingClass="text-lg"
      className="mt-4 space-y-4 self-start rounded-lg bg-card p-6 ring-1 ring-line lg:sticky below-header lg:mt-6"
    >
      <Totals rows={rows} total={quote.total} />
      {children}
      <p className="text-sm text-ink-soft">Shipping and taxes calculated at checkout.</p>
      <CheckoutLink />
    </Section>
  );
}

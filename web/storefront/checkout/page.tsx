import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { refreshCart, useCart } from '../cart/cart.ts';
import { CartSkeleton } from '../cart/cart-skeleton.tsx';
import { privatePage } from '../layout/head.ts';
import { useShop } from '../layout/shop.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { TestMode } from './test-mode.tsx';
import { UnpaidOrder } from './unpaid-order.tsx';

export const meta = privatePage('/checkout', 'Checkout', 'Enter your delivery details and pay.');

/**
 * /checkout (spec §2), and with `?order=` the payment of an unpaid order. The server sends the same page to every
 * visitor, because cart, details and order are stored in the browser.
 */
export default function CheckoutPage() {
  const shop = useShop();
  const { ready, lines } = useCart();
  const [params] = useSearchParams();
  const orderId = params.get('order');
  useEffect(() => void refreshCart(), []);
  if (ready && shop && orderId)
    return <UnpaidOrder key={orderId} orderId={orderId} shopName={shop.site.clientName} />;
  return (
    <div className="shell py-6 md:py-10">
      {!ready && <CartSkeleton title="Checkout" />}
      {ready && lines.length === 0 && (
        <Empty
          level={1}
          title="Your Cart is Empty"
          text="Add items to your cart to check out."
          action={
            <ButtonLink to="/products" size="lg">
              Continue Shopping
            </ButtonLink>
          }
        />
      )}
      {ready && shop && lines.length > 0 && (
        <>
          {shop.site.testMode && <TestMode />}
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-press underline-offset-4 hover:underline"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Back to Cart
          </Link>
          <h1 className="text-2xl">Checkout</h1>
          <CheckoutForm shopName={shop.site.clientName} asksForAddress={shop.site.asksForAddress} />
        </>
      )}
    </div>
  );
}

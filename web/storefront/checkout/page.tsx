import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Empty } from '../../ui/empty.tsx';
import { refreshCart } from '../cart/cart.ts';
import { CartSkeleton } from '../cart/cart-skeleton.tsx';
import { useCart } from '../cart/use-cart.ts';
import { privatePage } from '../layout/head.ts';
import { useShop } from '../layout/shop.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { TestMode } from './page-top.tsx';

// Few visits pay for an order that was placed before.
const UnpaidOrder = lazy(() => import('./unpaid-order.tsx').then((file) => ({ default: file.UnpaidOrder })));

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
    return (
      <Suspense fallback={null}>
        <UnpaidOrder key={orderId} orderId={orderId} shopName={shop.site.clientName} />
      </Suspense>
    );
  return (
    <div className="shell py-6 md:py-10">
      {!ready && <CartSkeleton title="Checkout" />}
      {ready && lines.length === 0 && (
        <Empty
          level={1}
          title="Your Cart is Empty"
          text="Add items to your cart to check out."
          link={['/products', 'Continue Shopping']}
        />
      )}
      {ready && shop?.site.holiday && lines.length > 0 && (
        <Empty
          level={1}
          title="Closed for a holiday"
          text={`${shop.site.holiday.text} Your cart is saved.`}
          link={['/products', 'Continue Shopping']}
        />
      )}
      {ready && shop && !shop.site.holiday && lines.length > 0 && (
        <>
          {shop.site.testMode && <TestMode />}
          <h1 className="text-2xl">Checkout</h1>
          <CheckoutForm
            shopName={shop.site.clientName}
            asksForAddress={shop.site.asksForAddress}
            points={shop.site.delivery.pickup}
          />
        </>
      )}
    </div>
  );
}

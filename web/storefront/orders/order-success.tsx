import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { passOnOrder } from '../../visits.ts';
import { removePurchased } from '../cart/cart.ts';
import { finishAttempt, isBought } from '../checkout/paid-attempt.ts';
import { privatePage } from '../layout/head.ts';
import { LoadedOrder } from './loaded-order.tsx';
import { OrderConfirmation } from './order-confirmation.tsx';
import { useOrder } from './use-order.ts';

export const meta = privatePage('/order-success', 'Your order', 'The items and the status of your order.');

/** /order-success/{orderId} (spec §2). The server sends the same page to everyone; the browser loads the order. */
export default function OrderSuccessPage() {
  const { orderId = '' } = useParams();
  return <OrderPage key={orderId} orderId={orderId} />;
}

function OrderPage({ orderId }: { orderId: string }) {
  const { state } = useLocation();
  const view = useOrder(orderId, (state as { order_details?: Order } | null)?.order_details);
  const { order } = view;
  const paid = order !== undefined && isBought(order);
  useEffect(() => {
    if (order && paid) passOnOrder(order);
  }, [paid, order]);
  // After a redirect from the provider's page, or in a reopened tab, the cart still contains the paid items.
  useEffect(() => {
    const items = paid ? finishAttempt(orderId) : [];
    if (items.length > 0) removePurchased(items);
  }, [paid, orderId]);
  return (
    <div className="shell py-8 md:py-12">
      <LoadedOrder view={view}>{(shown) => <OrderConfirmation order={shown} />}</LoadedOrder>
    </div>
  );
}

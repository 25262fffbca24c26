import type { FormEvent } from 'react';
import { Navigate } from 'react-router';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees, toPaise, toRupees } from '../../../shared/money.ts';
import { orderTime } from '../../../shared/orders/order-date.ts';
import { useShop } from '../layout/shop.ts';
import { ItemsTable } from '../orders/items-table.tsx';
import { LoadedOrder } from '../orders/loaded-order.tsx';
import { DeliveryAddress } from '../orders/order-sections.tsx';
import { useOrder } from '../orders/use-order.ts';
import { BackLink, TestMode } from './page-top.tsx';
import { afterAdvance, afterPayment, PayBar } from './pay-bar.tsx';
import { payOrder, unpaidOrder } from './payment.ts';
import { usePayment } from './use-payment.ts';

export function UnpaidOrder({ orderId, shopName }: { orderId: string; shopName: string }) {
  return (
    <div className="shell py-6 md:py-10">
      <LoadedOrder view={useOrder(orderId)}>
        {(order) => <Payable order={order} shopName={shopName} />}
      </LoadedOrder>
    </div>
  );
}

function Payable({ order, shopName }: { order: Order; shopName: string }) {
  const payment = usePayment({ findUnpaid: () => unpaidOrder(order._id) });
  const shop = useShop();
  // The order page shows the outcome. Stay here while a payment is running.
  const canPayHere = order.reservedUntil !== null && !order.hasPaymentLink;
  if (!canPayHere && !payment.busy) return <Navigate to={`/order-success/${order._id}`} replace />;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (payment.busy) return;
    const texts = { name: shopName, description: `Order ${order.order_number}` };
    payment.run((onFailure) => payOrder(order, texts, onFailure));
  }

  return (
    <form noValidate onSubmit={submit} className="mx-auto max-w-3xl">
      {shop?.site.testMode && <TestMode />}
      <BackLink to={`/order-success/${order._id}`}>Back to the order</BackLink>
      <h1 className="text-2xl">Finish paying</h1>
      <p className="mt-1 text-ink-soft">
        Order {order.order_number}
        {order.reservedUntil && ` · reserved for you until ${orderTime(order.reservedUntil)}`}
      </p>
      <ItemsTable order={order} columns={['Qty', 'Price', 'Total']} total="Total" className="mt-6" />
      <DeliveryAddress order={order} className="mt-8" />
      <PayBar
        payment={payment}
        label={`Pay ${shortRupees(order.codAdvance?.amount ?? toRupees(toPaise(order.amount) - toPaise(order.giftCard?.amount ?? 0)))}`}
        next={order.codAdvance ? afterAdvance : afterPayment}
      />
    </form>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { Order, OrderStatus } from '../../../shared/contract/orders/orders.ts';
import { isReturned } from '../../../shared/orders/order-state.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { ConfirmOrder } from './confirm-order.tsx';
import { EarlierDocuments } from './earlier-documents.tsx';
import { FinishAccount } from './finish-account.tsx';
import { FinishPaying } from './finish-paying.tsx';
import { downloadInvoice } from './invoice.ts';
import { InvoicePreview } from './invoice-preview.tsx';
import { OrderOutcome } from './order-outcome.tsx';
import {
  CustomerDetails,
  DeliveryAddress,
  OrderExtras,
  OrderedItems,
  OrderFacts,
} from './order-sections.tsx';

/** Nothing if the network is gone: the order is shown all the same. */
const TellMe = lazy(() =>
  import('../notifications/tell-me.tsx')
    .then((file) => ({ default: file.TellMe }))
    .catch(() => ({ default: () => null })),
);

/** The statuses of an order that will still ship or arrive. */
const coming: OrderStatus[] = ['paid', 'processing', 'shipped'];

export function OrderConfirmation({ order }: { order: Order }) {
  const [previewing, setPreviewing] = useState(false);

  return (
    <div className="mx-auto max-w-4xl">
      <OrderOutcome order={order} />
      {(order.reservedUntil || order.paymentRequest) && (
        <FinishPaying order={order} className="mt-6 justify-center text-center" />
      )}
      <ConfirmOrder order={order} />
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink href="/products" size="lg">
          Continue Shopping
        </ButtonLink>
        <Button
          size="lg"
          variant="secondary"
          disabled={!order.invoice_path}
          onClick={() => setPreviewing(true)}
        >
          View Invoice
        </Button>
        {order.invoice_path && (
          <Button size="lg" variant="ghost" action={() => downloadInvoice(order)}>
            Download Invoice
          </Button>
        )}
      </div>
      <EarlierDocuments order={order} className="mt-3 justify-items-center" />
      {coming.includes(order.status) && !isReturned(order) && (
        <div className="mt-4 flex justify-center text-center">
          <Suspense>
            <TellMe
              followed={{ orderId: order._id }}
              label={order.status === 'shipped' ? 'Tell me when it arrives' : 'Tell me when it ships'}
              done={`We will tell you on this device when it ${order.status === 'shipped' ? '' : 'ships and '}arrives.`}
            />
          </Suspense>
        </div>
      )}
      {order.status === 'delivered' && (
        <p className="mt-5 text-center">
          <TextLink href={`/review/${order._id}`}>Write a review</TextLink>
        </p>
      )}
      <FinishAccount order={order} />
      <div className="mt-10 grid items-start gap-8 md:grid-cols-2">
        <OrderFacts order={order} />
        <div className="grid gap-8">
          <CustomerDetails order={order} />
          <DeliveryAddress order={order} />
          <OrderExtras order={order} />
        </div>
      </div>
      <OrderedItems order={order} />
      {order.invoice_path && (
        <InvoicePreview
          order={order}
          open={previewing}
          onClose={() => setPreviewing(false)}
          onProceed={() => window.location.assign('/products')}
        />
      )}
    </div>
  );
}

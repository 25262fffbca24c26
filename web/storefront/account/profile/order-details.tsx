import type { ReactNode } from 'react';
import { placeText } from '../../../../shared/contact/address-lines.ts';
import type { Order } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { customerOf } from '../../orders/customer.ts';
import { EarlierDocuments } from '../../orders/earlier-documents.tsx';
import { invoiceUrl } from '../../orders/invoice.ts';
import { ItemsTable } from '../../orders/items-table.tsx';
import { OrderStatusLabel } from '../../orders/order-status-label.tsx';
import { TrackingNumber } from '../../orders/tracking-number.tsx';
import { orderAgain } from './order-again.ts';

export function OrderDetails({ order }: { order: Order }) {
  const customer = customerOf(order);
  const address = order.shippingAddress;
  return (
    <div className="space-y-6 rounded-lg bg-card p-4 text-sm ring-1 ring-line sm:p-5">
      <div className="grid gap-6 sm:grid-cols-2">
        <Section title="Customer">
          <p>{customer?.name}</p>
          <p className="[overflow-wrap:anywhere]">{customer?.email}</p>
          <p>{customer?.mobile}</p>
          {address && (
            <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">
              {[address.name, address.address, placeText({ ...address, country: '' })].join(', ')}
            </p>
          )}
        </Section>
        <Section title="Payment">
          <p>
            <OrderStatusLabel order={order} />
          </p>
          <p className="[overflow-wrap:anywhere]">Payment ID: {order.payment_id ?? '—'}</p>
          {order.shipments.map(
            (shipment) =>
              (shipment.courier || shipment.trackingNumber) && (
                <p key={shipment._id} className="[overflow-wrap:anywhere]">
                  Shipped with: {shipment.courier}
                  {shipment.courier && shipment.trackingNumber && ', '}
                  <TrackingNumber shipment={shipment} />
                </p>
              ),
          )}
          {order.refundedAmount > 0 && <p>Refunded: {shortRupees(order.refundedAmount)}</p>}
        </Section>
      </div>
      <ItemsTable order={order} columns={['Price', 'Qty', 'Total']} total="Total" />
      <Section title="Timeline">
        <ol className="space-y-2 border-l-2 border-line pl-4">
          {order.timeline.map((event) => (
            <li key={`${event.at} ${event.status} ${event.note}`}>
              <span className="font-medium capitalize">{event.status}</span>
              <span className="text-ink-soft"> · {orderDate(event.at)}</span>
              {event.note && <span className="block text-ink-soft">{event.note}</span>}
            </li>
          ))}
        </ol>
      </Section>
      <Actions order={order} />
      <EarlierDocuments order={order} className="justify-items-start" />
    </div>
  );
}

function Actions({ order }: { order: Order }) {
  /** Opens the tab during the click, because browsers block later pop-ups; the invoice is loaded afterwards. */
  async function showInvoice() {
    const tab = window.open('', '_blank');
    try {
      const url = await invoiceUrl(order);
      if (tab) tab.location.href = url;
      else window.location.href = url;
    } catch {
      tab?.close();
      toast('The invoice could not be loaded. Please try again.', 'error');
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      {order.invoice_path && (
        <Button variant="secondary" action={showInvoice}>
          View Invoice
        </Button>
      )}
      {order.status === 'delivered' && (
        <ButtonLink href={`/review/${order._id}`} variant="secondary">
          Write a review
        </ButtonLink>
      )}
      {!order.reservedUntil && (
        <Button variant="secondary" action={() => orderAgain(order)}>
          Order again
        </Button>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1.5 text-base">{title}</h4>
      {children}
    </div>
  );
}

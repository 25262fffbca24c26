import type { ReactNode } from 'react';
import { placeLines } from '../../../shared/contact/address-lines.ts';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { arrivalText, readyText } from '../../../shared/orders/delivery.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { sezText } from '../../../shared/orders/order-extras.ts';
import { Section } from '../layout/section.tsx';
import { customerOf } from './customer.ts';
import { ItemsTable } from './items-table.tsx';
import { OrderStatusLabel } from './order-status-label.tsx';
import { TrackingNumber } from './tracking-number.tsx';
import { WhatsappConsent } from './whatsapp-consent.tsx';

export function OrderFacts({ order }: { order: Order }) {
  return (
    <Card title="Order Summary">
      <Facts
        facts={[
          ['Date', orderDate(order.createdAt)],
          ['Payment ID', order.payment_id ?? '—'],
          ['Order number', order.order_number],
          ['Status', <OrderStatusLabel key="status" order={order} />],
          ...fulfilmentFacts(order),
        ]}
      />
    </Card>
  );
}

function fulfilmentFacts({ shipments, refundedAmount }: Order): [string, ReactNode][] {
  const facts = shipments.flatMap((shipment): [string, ReactNode][] => {
    const source = shipments.length > 1 ? `, shipment ${shipment.number}` : '';
    return [
      [`Courier${source}`, shipment.courier],
      [`Tracking number${source}`, shipment.trackingNumber && <TrackingNumber shipment={shipment} />],
    ];
  });
  const refunded: [string, ReactNode] = ['Refunded', refundedAmount > 0 ? shortRupees(refundedAmount) : ''];
  return [...facts, refunded].filter(([, value]) => value !== '');
}

export function CustomerDetails({ order }: { order: Order }) {
  const customer = customerOf(order);
  return (
    <Card title="Customer Details">
      <Facts
        facts={[
          ['Name', customer?.name || '—'],
          ['Email', customer?.email || '—'],
          ['Phone', customer?.mobile || '—'],
        ]}
      />
    </Card>
  );
}

/** The delivery address, or where the order is picked up; empty if it is neither. */
export function DeliveryAddress({ order, className }: { order: Order; className?: string }) {
  const { shippingAddress: address, pickup } = order;
  if (pickup)
    return (
      <Card title="Pickup" className={className}>
        <address className="mt-3 text-sm whitespace-pre-line not-italic [overflow-wrap:anywhere]">
          {[pickup.name, pickup.address, pickup.hours].filter(Boolean).join('\n')}
        </address>
        <p className="mt-2 text-sm text-ink-soft">
          {order.status === 'delivered'
            ? 'Picked up'
            : pickup.readyAt
              ? 'Ready for pickup: please bring the number of your order.'
              : `${readyText(pickup.readyOn)}. We mail you when you can pick it up.`}
        </p>
      </Card>
    );
  if (!address) return null;
  return (
    <Card title="Delivery Address" className={className}>
      <address className="mt-3 text-sm not-italic [overflow-wrap:anywhere]">
        {address.name}
        <br />
        {address.address}
        {placeLines(address).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {order.arrival && order.shipments.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">{arrivalText(order.arrival)}</p>
      )}
    </Card>
  );
}

/** What the buyer has added to the order; empty if it is nothing. */
export function OrderExtras({ order }: { order: Order }) {
  const { note, giftMessage, business, whatsapp } = order;
  const facts: [string, ReactNode][] = [];
  if (business) facts.push(['Business', business.name], ['GSTIN', business.gstin]);
  if (business?.isSez) facts.push(['Supply to', sezText]);
  if (note) facts.push(['Order note', note]);
  if (giftMessage) facts.push(['Gift message', giftMessage]);
  if (facts.length === 0 && !whatsapp) return null;
  return (
    <Card title="Extras">
      {facts.length > 0 && <Facts facts={facts} />}
      {whatsapp && <WhatsappConsent order={order} text={whatsapp.text} />}
    </Card>
  );
}

export function OrderedItems({ order }: { order: Order }) {
  return (
    <Section title="Ordered Items" className="mt-10">
      <ItemsTable
        order={order}
        columns={['Qty', 'Price', 'Total']}
        total="Total Amount"
        className="mt-3 md:text-base"
      />
    </Section>
  );
}

function Card({
  title,
  children,
  className = '',
}: {
  title: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section className={`rounded-lg bg-card p-5 ring-1 ring-line sm:p-6 ${className}`}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 text-right whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

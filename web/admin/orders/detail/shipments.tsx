import { PackagePlus } from 'lucide-react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import type { AdminShipment, ShipmentState } from '../../../../shared/contract/orders/shipments.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useMay } from '../../parts/me.ts';
import { NewTab } from '../../parts/page/page-head.tsx';
import { Section } from '../../parts/page/section.tsx';
import type { OrderActions } from '../order-actions.tsx';
import { ShipmentBooking } from './shipment-booking.tsx';

const states: Record<ShipmentState, [words: string, tone: 'plain' | 'accent' | 'success' | 'danger']> = {
  packed: ['Packed', 'plain'],
  shipped: ['Shipped', 'accent'],
  delivered: ['Delivered', 'success'],
  returned: ['Returned to origin', 'danger'],
  cancelled: ['Cancelled', 'plain'],
};

/** The shipments of an order, and a button that packs what is left. Empty for an order without either. */
export function Shipments({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  const left = order.cart_items.reduce((sum, { unitsToPack }) => sum + unitsToPack, 0);
  const canPack = may('orders.fulfil') && left > 0 && !['cancelled', 'failed'].includes(order.status);
  if (order.shipments.length === 0 && !canPack) return null;
  return (
    <Section title="Shipments">
      <ul className="grid">
        {order.shipments.map((shipment) => (
          <Shipment key={shipment._id} order={order} shipment={shipment} actions={actions} />
        ))}
      </ul>
      {canPack && (
        <Button variant="secondary" icon={PackagePlus} className="mt-2" onClick={() => actions.pack(order)}>
          {order.shipments.length > 0
            ? `Pack the other ${left === 1 ? 'unit' : `${left} units`}`
            : 'Pack a shipment'}
        </Button>
      )}
    </Section>
  );
}

type Props = { order: AdminOrder; shipment: AdminShipment; actions: OrderActions };

function Shipment({ order, shipment, actions }: Props) {
  const may = useMay();
  const { number, state, lines, courier, trackingNumber, trackingUrl } = shipment;
  const [words, tone] = states[state];
  const units = lines.map(({ line_id, quantity, restocked }) => {
    const name = order.cart_items.find(({ _id }) => _id === line_id)?.product_id.name;
    return `${quantity} × ${name}${restocked > 0 ? ` (${restocked} back in stock)` : ''}`;
  });
  const isBooked = shipment.booking && ['open', 'booked', 'cancelling'].includes(shipment.booking.state);
  const canBook = state === 'packed' && !isBooked && order.shippingAddress;
  const time = {
    packed: null,
    shipped: shipment.shippedAt,
    delivered: shipment.deliveredAt,
    returned: shipment.returnedAt,
    cancelled: null,
  }[state];
  return (
    <li className={`grid gap-1 border-t border-line py-2 ${state === 'cancelled' ? 'text-ink-soft' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="font-medium">Shipment {number}</h3>
        <Badge tone={tone}>{words}</Badge>
        {time && <span className="figures text-xs text-ink-soft">{orderDate(time)}</span>}
      </div>
      <p className="wrap-anywhere">{units.join(', ')}</p>
      {(courier || trackingNumber) && (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">{courier || 'Tracking number'}: </span>
          {trackingNumber || 'no tracking number'}
          {trackingUrl && (
            <NewTab href={trackingUrl} className="ml-2 text-press underline-offset-4 hover:underline">
              Track
            </NewTab>
          )}
        </p>
      )}
      {measures(shipment) && <p className="figures text-xs text-ink-soft">{measures(shipment)}</p>}
      <ShipmentBooking order={order} shipment={shipment} actions={actions} />
      {state !== 'cancelled' && may('orders.fulfil') && (
        <p className="flex flex-wrap gap-x-4">
          {canBook && (
            <ShipmentButton onClick={() => actions.bookShipment(order, shipment)}>
              Book courier
              <span className="sr-only"> for shipment {number}</span>
            </ShipmentButton>
          )}
          {state === 'returned' && lines.every(({ restocked }) => restocked === 0) && (
            <ShipmentButton onClick={() => actions.restockShipment(order, shipment)}>
              Return units to stock
              <span className="sr-only"> of shipment {number}</span>
            </ShipmentButton>
          )}
          {next[state].map(([label, to]) => (
            <ShipmentButton key={to} onClick={() => actions.changeShipment(order, shipment, to)}>
              {label}
              <span className="sr-only"> shipment {number}</span>
            </ShipmentButton>
          ))}
          <ShipmentButton onClick={() => actions.changeShipment(order, shipment, state)}>
            Edit
            <span className="sr-only"> shipment {number}</span>
          </ShipmentButton>
        </p>
      )}
    </li>
  );
}

/** The usual next states of a shipment, with the words of their buttons. */
const next: Record<Exclude<ShipmentState, 'cancelled'>, [string, ShipmentState][]> = {
  packed: [
    ['Ship', 'shipped'],
    ['Unpack', 'cancelled'],
  ],
  shipped: [
    ['Mark as delivered', 'delivered'],
    ['Returned to origin', 'returned'],
    ['Not shipped yet', 'packed'],
  ],
  delivered: [
    ['Not delivered yet', 'shipped'],
    ['Returned to origin', 'returned'],
  ],
  returned: [
    ['Pack again', 'packed'],
    ['Not returned', 'shipped'],
  ],
};

function ShipmentButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-[2.75rem] text-press underline-offset-4 hover:underline lg:min-h-8"
    >
      {children}
    </button>
  );
}

/** `450 g · 20 × 15 × 8 cm`; empty if nothing was entered. */
function measures({ weightGrams, lengthCm, widthCm, heightCm }: AdminShipment): string {
  const size = [lengthCm, widthCm, heightCm];
  return [
    ...(weightGrams === null ? [] : [`${weightGrams.toLocaleString('en-IN')} g`]),
    ...(size.some((length) => length !== null)
      ? [`${size.map((length) => length ?? '–').join(' × ')} cm`]
      : []),
  ].join(' · ');
}

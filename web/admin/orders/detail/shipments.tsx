import { PackagePlus } from 'lucide-react';
import { type Booking, courierProviders } from '../../../../shared/contract/orders/couriers.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import type { AdminShipment, ShipmentState } from '../../../../shared/contract/orders/shipments.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { useAction, useMay } from '../../parts/data.ts';
import { NewTab } from '../../parts/page/page-head.tsx';
import { Section } from '../../parts/page/section.tsx';
import type { OrderActions } from '../order-actions.tsx';
import { orderChanged } from '../show-order.ts';

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

function ShipmentBooking({ order, shipment, actions }: Props) {
  const may = useMay();
  const { booking, state, number } = shipment;
  const params = { id: order._id, shipment: shipment._id };
  const pickup = useAction(async () => {
    orderChanged(await call('POST /order/admin/:id/shipments/:shipment/booking/pickup', { params }));
    toast(`The pickup of shipment ${number} was requested`, 'success');
  }, 'The pickup could not be requested. Please try again.');
  const track = useAction(async () => {
    orderChanged(await call('POST /order/admin/:id/shipments/:shipment/booking/track', { params }));
    toast('This is what the courier says', 'success');
  }, 'The courier could not be asked. Please try again.');
  const cancel = useAction(async () => {
    orderChanged(await call('DELETE /order/admin/:id/shipments/:shipment/booking', { params }));
    toast(`The booking of shipment ${number} was cancelled`, 'success');
  }, 'The booking could not be cancelled. Please try again.');
  if (!booking) return null;
  const name = courierProviders[booking.provider];
  const isBooked = booking.state === 'booked';
  const busy = pickup.busy || track.busy || cancel.busy;
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">{describe(booking, name)}</p>
      {booking.problem && booking.state !== 'cancelled' && (
        <p className="wrap-anywhere text-madder">{booking.problem}</p>
      )}
      {isBooked && may('orders.fulfil') && (
        <p className="flex flex-wrap gap-x-4">
          <BookingButton
            disabled={busy}
            onClick={() =>
              actions.show(
                () => call('GET /order/admin/:id/shipments/:shipment/booking/label', { params }),
                `label-${booking.trackingNumber}`,
              )
            }
          >
            {name} label
          </BookingButton>
          {state === 'packed' && !booking.pickup && (
            <BookingButton disabled={busy} onClick={() => pickup.run()}>
              Request pickup
            </BookingButton>
          )}
          <BookingButton disabled={busy} onClick={() => track.run()}>
            Update status
          </BookingButton>
          {state === 'packed' && (
            <BookingButton
              disabled={busy}
              onClick={() =>
                confirm({
                  title: `Cancel the booking of shipment ${number}`,
                  action: 'Cancel the booking',
                  text: `${name} does not collect the shipment, and its tracking number is removed. You can book it again.`,
                  onConfirm: () => cancel.run(),
                })
              }
            >
              Cancel booking
            </BookingButton>
          )}
        </p>
      )}
    </div>
  );
}

/** `Booked with Shiprocket, pickup 2026-11-24. In transit, 24 Nov 2026.` */
function describe({ state, status, statusAt, pickup }: Booking, name: string): string {
  switch (state) {
    case 'open':
      return `Being booked with ${name}. The shop tries again every minute.`;
    case 'cancelling':
      return `The booking with ${name} is being cancelled.`;
    case 'failed':
      return `Not booked with ${name}.`;
    case 'cancelled':
      return `The booking with ${name} was cancelled.`;
    case 'booked':
      return [
        `Booked with ${name}${pickup ? `, pickup ${pickup}` : ''}.`,
        ...(status ? [`${status}${statusAt ? `, ${orderDate(statusAt)}` : ''}.`] : []),
      ].join(' ');
  }
}

function BookingButton({ children, ...button }: React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="min-h-[2.75rem] text-press underline-offset-4 hover:underline disabled:opacity-60 lg:min-h-8"
    >
      {children}
    </button>
  );
}

import { type Booking, courierProviders } from '../../../../shared/contract/orders/couriers.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import type { AdminShipment } from '../../../../shared/contract/orders/shipments.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { toast } from '../../../ui/toast.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { useAction } from '../../parts/data.ts';
import { useMay } from '../../parts/me.ts';
import type { OrderActions } from '../order-actions.tsx';
import { orderChanged } from '../show-order.ts';

type Props = { order: AdminOrder; shipment: AdminShipment; actions: OrderActions };

/** The booking of a shipment with a courier, and what can be done with it. */
export function ShipmentBooking({ order, shipment, actions }: Props) {
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

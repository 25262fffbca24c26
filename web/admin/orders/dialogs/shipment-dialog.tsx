import { useId, useState } from 'react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import {
  type AdminShipment,
  newShipment,
  type ShipmentState,
  shipmentChange,
} from '../../../../shared/contract/orders/shipments.ts';
import { courierNames } from '../../../../shared/orders/couriers.ts';
import { ApiError, call } from '../../../api.ts';
import { toast } from '../../../ui/toast.tsx';
import { Check, CountField, Suggestions, TextFields } from '../../parts/form/fields.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { parcelSizes } from '../../parts/form/parcel-size.ts';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { unpaidWarning } from '../consequences.ts';
import { asBooked, isBooked, orderChanged, showOrder } from '../show-order.ts';

type Props = {
  order: AdminOrder;
  /** The shipment to change; a new one is packed without it. */
  shipment?: AdminShipment;
  to?: ShipmentState;
  onClose: () => void;
};

/** Packs a shipment, or changes one: its content, courier, tracking number, weight and size, or its state. */
export function ShipmentDialog({ order, shipment, to, onClose }: Props) {
  /** As it is after changes since the dialog was opened. */
  const [latest, setLatest] = useState(order);
  const couriers = useId();
  const isMove = shipment !== undefined && to !== undefined && to !== shipment.state;
  // A booking has courier and tracking number, and the courier the size.
  const carried = to === 'shipped' && isMove && isBooked(shipment) ? shipment : undefined;
  const hasFields = !isMove || (to === 'shipped' && !carried);
  const left = shipment ? [] : latest.cart_items.filter(({ unitsToPack }) => unitsToPack > 0);
  const start = {
    courier: shipment?.courier ?? '',
    trackingNumber: shipment?.trackingNumber ?? '',
    weightGrams: String(shipment?.weightGrams ?? ''),
    lengthCm: String(shipment?.lengthCm ?? ''),
    widthCm: String(shipment?.widthCm ?? ''),
    heightCm: String(shipment?.heightCm ?? ''),
    ship: false,
    restock: true,
    units: left.map(({ unitsToPack }) => String(unitsToPack)),
  };
  const form = useForm({
    start,
    check: (input) =>
      shipment ? errorsIn(shipmentChange, changeOf(input)) : errorsIn(newShipment, newOf(input)),
    send,
    failed: 'The shipment could not be saved. Please try again.',
  });

  const fieldsOf = (input: typeof start) => ({
    ...(hasFields && {
      courier: input.courier,
      trackingNumber: input.trackingNumber,
      ...Object.fromEntries(parcelSizes.map(([name]) => [name, readNumber(input[name])])),
    }),
    updatedAt: latest.updatedAt,
  });
  const changeOf = (input: typeof start) => ({
    ...fieldsOf(input),
    ...(isMove && { state: to, restock: to === 'returned' && input.restock }),
  });
  const newOf = (input: typeof start) => ({
    ...fieldsOf(input),
    state: input.ship ? ('shipped' as const) : ('packed' as const),
    lines: left.flatMap(({ _id }, i) => {
      const quantity = Number(input.units[i]);
      return quantity === 0 ? [] : [{ line_id: _id, quantity }];
    }),
  });

  async function send(input: typeof start) {
    const params = { id: order._id };
    try {
      const saved = shipment
        ? await call('PUT /order/admin/:id/shipments/:shipment', {
            params: { ...params, shipment: shipment._id },
            body: changeOf(input),
          })
        : await call('POST /order/admin/:id/shipments', { params, body: newOf(input) });
      orderChanged(saved);
      toast(shipment ? `Shipment ${shipment.number} was saved` : 'The shipment was saved', 'success');
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'order_changed') {
        const saved = await call('GET /order/admin/:id', { params });
        setLatest(saved);
        showOrder(saved);
      }
      throw error;
    }
  }

  const isShipping = to === 'shipped' || (!shipment && form.values.ship);
  return (
    <FormDialog
      title={
        shipment
          ? `Shipment ${shipment.number} of order ${order.order_number}`
          : `Pack order ${order.order_number}`
      }
      form={form}
      onClose={onClose}
      action={buttonText(shipment, isMove ? to : undefined, form.values.ship)}
      variant={to === 'cancelled' ? 'danger' : 'primary'}
      banner
    >
      {!shipment &&
        unpaidWarning(latest, isShipping ? 'shipped' : 'processing').map((warning) => (
          <p key={warning} className="rounded-md bg-turmeric-tint p-3 font-medium">
            {warning}
          </p>
        ))}
      {left.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">Units in this shipment</legend>
          {left.map((line, i) => (
            <UnitsField key={line._id} line={line} field={inputOf(form.field(`units.${i}`))} />
          ))}
        </fieldset>
      )}
      {carried && <p className="wrap-anywhere">{asBooked(carried)}</p>}
      {hasFields && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextFields
            form={form}
            fields={[
              ['courier', 'Courier', 100, { list: couriers }],
              ['trackingNumber', 'Tracking number', 100, { autoComplete: 'off' }],
            ]}
          />
          <Suggestions id={couriers} words={courierNames} />
        </div>
      )}
      {hasFields && (
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {parcelSizes.map(([name, label]) => (
            <CountField
              key={name}
              label={label}
              optional
              autoComplete="off"
              maxLength={6}
              {...form.field(name)}
            />
          ))}
        </div>
      )}
      {!shipment && (
        <Check tall className="lg:min-h-8" {...form.flag('ship')}>
          Ship it now
        </Check>
      )}
      {isMove && to === 'returned' && (
        <Check tall className="lg:min-h-8" {...form.flag('restock')}>
          Return its units to stock
        </Check>
      )}
      <ul aria-live="polite" className="grid gap-1 text-ink-soft">
        {effects(latest, { shipment, to, isShipping, isNew: isNewTracking(shipment, form.values) }).map(
          (line) => (
            <li key={line}>{line}</li>
          ),
        )}
      </ul>
    </FormDialog>
  );
}

function UnitsField({
  line: { product_id, variant, unitsToPack },
  field,
}: {
  line: AdminOrder['cart_items'][number];
  field: React.ComponentProps<'input'>;
}) {
  return (
    <label className="flex items-center gap-3 border-t border-line pt-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {product_id.name}
        {variant && <span className="text-ink-soft"> · {variant}</span>}
      </span>
      <input
        inputMode="numeric"
        autoComplete="off"
        className="office-input figures w-14 px-1 text-center"
        {...field}
      />
      <span className="figures w-10 text-ink-soft">of {unitsToPack}</span>
    </label>
  );
}

const readNumber = (text: string) => (text.trim() === '' ? null : Number(text));

/** A plain input shows no error of its own; the form shows the first one. */
const inputOf = ({ error: _, ...input }: { error: string | undefined } & React.ComponentProps<'input'>) =>
  input;

type Tracking = Pick<AdminShipment, 'courier' | 'trackingNumber'>;
const isNewTracking = (before: Tracking | undefined, after: Tracking) =>
  (before?.courier !== after.courier || before.trackingNumber !== after.trackingNumber) &&
  Boolean(after.courier.trim() || after.trackingNumber.trim());

/** What saving causes, as sentences. The server decides; this only describes it. */
function effects(
  order: AdminOrder,
  change: {
    shipment: AdminShipment | undefined;
    to: ShipmentState | undefined;
    isShipping: boolean;
    isNew: boolean;
  },
): string[] {
  const { shipment, to, isShipping, isNew } = change;
  const isTold = shipment?.events.some(({ state }) => state === to);
  const mailed = (isShipping || to === 'delivered') && to !== shipment?.state && !isTold;
  const tracked = isNew && to === 'shipped' && !mailed;
  return [
    ...((mailed || tracked) && order.customer.email ? ['The shopper is informed by mail.'] : []),
    ...(to === 'returned' && to !== shipment?.state
      ? ['Nothing is refunded by this. Refund the order, or pack the shipment again.']
      : []),
    ...(to === 'cancelled' ? ['Its units can be packed again.'] : []),
    ...(shipment?.state === 'returned' &&
    to !== 'returned' &&
    shipment.lines.some(({ restocked }) => restocked > 0)
      ? ['Its units are taken from stock again.']
      : []),
  ];
}

const moves: Record<ShipmentState, string> = {
  packed: 'Set to packed',
  shipped: 'Ship',
  delivered: 'Mark as delivered',
  returned: 'Mark as returned',
  cancelled: 'Unpack',
};

function buttonText(
  shipment: AdminShipment | undefined,
  to: ShipmentState | undefined,
  ship: boolean,
): string {
  if (to) return moves[to];
  if (shipment) return 'Save';
  return ship ? 'Ship' : 'Pack';
}

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  type BookableCourier,
  bookingRequest,
  type CourierRate,
  courierProvider,
  courierProviders,
  ratesRequest,
} from '../../../../shared/contract/orders/couriers.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import type { AdminShipment } from '../../../../shared/contract/orders/shipments.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalidate, read, useAction } from '../../parts/data.ts';
import { Check, CountField } from '../../parts/form/fields.tsx';
import { DialogForm } from '../../parts/form/form-dialog.tsx';
import { type ParcelSizeInput, parcelSizes, readParcelSize } from '../../parts/form/parcel-size.ts';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { Loaded } from '../../parts/page/loaded.tsx';
import { orderChanged } from '../show-order.ts';

type Props = { order: AdminOrder; shipment: AdminShipment; onClose: () => void };

/** Books a packed shipment with a courier. */
export function BookingDialog(props: Props) {
  const { order, shipment, onClose } = props;
  return (
    <CourierDialog
      title={`Book shipment ${shipment.number} of order ${order.order_number}`}
      onClose={onClose}
    >
      {(couriers, first) => <BookingForm couriers={couriers} first={first} {...props} />}
    </CourierDialog>
  );
}

/** A dialog for which the couriers are loaded that can be booked. It says so if there are none. */
export function CourierDialog(props: {
  title: string;
  onClose: () => void;
  children: (couriers: BookableCourier[], first: BookableCourier) => ReactNode;
}) {
  const couriers = useQuery(read('GET /order/admin/couriers'));
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <Loaded query={couriers} failed="Failed to load the couriers. Please try again.">
        {(all) =>
          all[0] ? (
            props.children(all, all[0])
          ) : (
            <p className="p-5">
              No courier is set up. An owner or manager can do that in Settings &gt; Couriers.
            </p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

/** The choice of one of these couriers. */
export function CourierField(
  props: { couriers: BookableCourier[] } & Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>,
) {
  const { couriers, ...field } = props;
  return (
    <SelectField label="Courier" {...field}>
      {couriers.map(({ provider }) => (
        <option key={provider} value={provider}>
          {courierProviders[provider]}
        </option>
      ))}
    </SelectField>
  );
}

type Input = ParcelSizeInput & { provider: string; service: string; pickup: boolean };

function BookingForm(props: Props & { couriers: BookableCourier[]; first: BookableCourier }) {
  const { couriers, first, order, shipment, onClose } = props;
  const params = { id: order._id, shipment: shipment._id };
  const [rates, setRates] = useState<CourierRate[] | null>(null);
  const sizeWith = (provider: string) => {
    const usual = couriers.find((courier) => courier.provider === provider);
    const sizeOf = (name: keyof ParcelSizeInput) => String(shipment[name] ?? usual?.[name] ?? '');
    return {
      weightGrams: sizeOf('weightGrams'),
      lengthCm: sizeOf('lengthCm'),
      widthCm: sizeOf('widthCm'),
      heightCm: sizeOf('heightCm'),
    };
  };
  const form = useForm<Input>({
    start: { provider: first.provider, service: '', pickup: true, ...sizeWith(first.provider) },
    check: (input) => errorsIn(bookingRequest, requestOf(input)),
    async send(input) {
      try {
        const body = bookingRequest.parse(requestOf(input));
        orderChanged(await call('POST /order/admin/:id/shipments/:shipment/booking', { params, body }));
      } catch (error) {
        // The shipment says what the courier answered.
        void invalidate('GET /order/admin', 'GET /order/admin/:id');
        throw error;
      }
      toast(`Shipment ${shipment.number} was booked`, 'success');
      onClose();
    },
    failed: 'The shipment could not be booked. Please try again.',
  });
  const ask = useAction(async () => {
    const body = ratesRequest.parse(requestOf(form.values));
    setRates(await call('POST /order/admin/:id/shipments/:shipment/rates', { params, body }));
  }, 'The prices could not be read. Please try again.');
  const forgetRates = () => {
    setRates(null);
    form.change({ service: '' });
  };
  const { provider } = form.values;
  const name = courierProvider.safeParse(provider).data;
  const isWrong = Object.keys(errorsIn(ratesRequest, requestOf(form.values))).length > 0;

  return (
    <DialogForm
      form={form}
      onClose={onClose}
      action={`Book with ${name ? courierProviders[name] : 'courier'}`}
      banner
    >
      {order.is_test && (
        <p className="font-medium">This is a test order, but the courier would charge for its shipment.</p>
      )}
      <CourierField
        couriers={couriers}
        {...form.field('provider')}
        onChange={({ target }) => {
          forgetRates();
          form.change({ provider: target.value, ...sizeWith(target.value) });
        }}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {parcelSizes.map(([size, label]) => {
          const field = form.field(size);
          return (
            <CountField
              key={size}
              label={label}
              autoComplete="off"
              maxLength={6}
              required
              {...field}
              onChange={(event) => {
                forgetRates();
                field.onChange(event);
              }}
            />
          );
        })}
      </div>
      <div>
        <Button variant="secondary" busy={ask.busy} disabled={isWrong} onClick={() => ask.run()}>
          Show services and prices
        </Button>
      </div>
      {rates && <Rates rates={rates} service={form.field('service')} />}
      <Check tall className="lg:min-h-8" {...form.flag('pickup')}>
        Request the pickup
      </Check>
      <p className="text-ink-soft">
        The tracking number is entered in the shipment. It becomes shipped when the courier has picked it up.
      </p>
    </DialogForm>
  );
}

const requestOf = ({ service, ...input }: Input) => ({
  ...input,
  ...readParcelSize(input),
  ...(service && { service }),
});

/** The services of the courier as choices; the courier itself chooses unless the admin does. */
function Rates({
  rates,
  service: { error: _, value: chosen, ...field },
}: {
  rates: CourierRate[];
  service: { value: string; error: string | undefined } & React.ComponentProps<'input'>;
}) {
  if (rates.length === 0)
    return (
      <p className="font-medium text-madder">The courier does not deliver this shipment to its PIN code.</p>
    );
  if (!rates[0]?.id) return <p>The courier delivers to this PIN code. It does not tell its price.</p>;
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1 font-medium">Service</legend>
      {[{ id: '', name: 'Chosen by the courier', amount: null, days: null }, ...rates].map((rate) => (
        <label key={rate.id} className="flex min-h-11 items-center gap-3 border-t border-line lg:min-h-9">
          <input
            type="radio"
            {...field}
            value={rate.id}
            checked={chosen === rate.id}
            className="size-5 accent-press"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{rate.name}</span>
          {rate.days !== null && (
            <span className="figures text-ink-soft">{rate.days === 1 ? '1 day' : `${rate.days} days`}</span>
          )}
          {rate.amount !== null && <span className="figures">{shortRupees(rate.amount)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

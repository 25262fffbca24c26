import { useQuery } from '@tanstack/react-query';
import {
  type BookableCourier,
  type CourierProvider,
  courierProvider,
  courierProviders,
} from '../../../../shared/contract/couriers.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { DialogButtons } from '../../parts/form/form-dialog.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { Loaded } from '../../parts/page/loaded.tsx';
import { counted } from '../../parts/text.ts';
import { useForm } from '../../parts/form/use-form.ts';
import type { Selected } from './selection.ts';

type Send = (
  body: Selected['orders'] & { action: 'book'; provider: CourierProvider; pickup: boolean },
) => Promise<void>;

/** Books several orders with a courier. */
export function BatchBookingDialog(props: { selected: Selected | null; send: Send; onClose: () => void }) {
  const { selected, send, onClose } = props;
  return (
    <Dialog
      open={selected !== null}
      onClose={onClose}
      title={`Book ${counted(selected?.count ?? 0, 'order')}`}
    >
      {selected && <Couriers selected={selected} send={send} onClose={onClose} />}
    </Dialog>
  );
}

type Props = { selected: Selected; send: Send; onClose: () => void };

function Couriers(props: Props) {
  const couriers = useQuery(read('GET /order/admin/couriers'));
  return (
    <Loaded query={couriers} failed="Failed to load the couriers. Please try again.">
      {(all) => <BookingForm couriers={all} {...props} />}
    </Loaded>
  );
}

function BookingForm({ couriers, selected, send, onClose }: Props & { couriers: BookableCourier[] }) {
  const form = useForm({
    start: { provider: couriers[0]?.provider ?? '', pickup: true },
    send: async ({ provider, pickup }) => {
      await send({ ...selected.orders, action: 'book', provider: courierProvider.parse(provider), pickup });
      onClose();
    },
    failed: 'The job could not be started. Please try again.',
  });
  const chosen = couriers.find(({ provider }) => provider === form.values.provider);
  if (!chosen)
    return (
      <p className="p-5 text-sm">
        No courier is set up. An owner or manager can do that in Settings &gt; Couriers.
      </p>
    );
  return (
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <ErrorBanner message={form.failure} />
      <SelectField label="Courier" {...form.field('provider')}>
        {couriers.map(({ provider }) => (
          <option key={provider} value={provider}>
            {courierProviders[provider]}
          </option>
        ))}
      </SelectField>
      <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
        <input type="checkbox" {...form.flag('pickup')} className="size-5 accent-press" />
        Request the pickups
      </label>
      <p className="text-ink-soft">
        Orders that are not packed are packed in one shipment. A shipment without weight and size is booked as
        the usual parcel: {chosen.weightGrams} g, {chosen.lengthCm} × {chosen.widthCm} × {chosen.heightCm} cm.
      </p>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        {`Book ${counted(selected.count, 'order')}`}
      </DialogButtons>
    </form>
  );
}

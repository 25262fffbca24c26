import { useId } from 'react';
import { type BookableCourier, courierProvider } from '../../../../shared/contract/orders/couriers.ts';
import {
  type CourierFormat,
  courierFormat,
  orderBatchAction,
} from '../../../../shared/contract/orders/order-batches.ts';
import { courierNames } from '../../../../shared/orders/couriers.ts';
import { readTrackingNumbers } from '../../../../shared/orders/tracking-list.ts';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { Check, Suggestions } from '../../parts/form/fields.tsx';
import { DialogForm, FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, type Form, useForm } from '../../parts/form/use-form.ts';
import { Options } from '../../parts/list/filters.tsx';
import { counted } from '../../parts/text.ts';
import { bookedShipments } from '../booked.ts';
import { CourierDialog, CourierField } from '../dialogs/booking-dialog.tsx';
import type { BatchDialogProps } from './selection.ts';

/** Books several orders with a courier. */
export function BatchBookingDialog(props: BatchDialogProps<'book'>) {
  const books = `Book ${counted(props.selected.count, 'order')}`;
  return (
    <CourierDialog title={books} onClose={props.onClose}>
      {(couriers, first) => <BookingForm couriers={couriers} first={first} action={books} {...props} />}
    </CourierDialog>
  );
}

function BookingForm(
  props: BatchDialogProps<'book'> & { couriers: BookableCourier[]; first: BookableCourier; action: string },
) {
  const { couriers, first, action, selected, send, onClose } = props;
  const form = useForm({
    start: { provider: first.provider, pickup: true },
    send: async ({ provider, pickup }) => {
      await send({ ...selected.orders, action: 'book', provider: courierProvider.parse(provider), pickup });
      onClose();
    },
    failed: 'The job could not be started. Please try again.',
  });
  const chosen = couriers.find(({ provider }) => provider === form.values.provider) ?? first;
  return (
    <DialogForm form={form} onClose={onClose} action={action} banner>
      <CourierField couriers={couriers} {...form.field('provider')} />
      <Check tall className="lg:min-h-8" {...form.flag('pickup')}>
        Request the pickups
      </Check>
      <p className="text-ink-soft">
        Orders that are not packed are packed in one shipment. A shipment without weight and size is booked as
        the usual parcel: {chosen.weightGrams} g, {chosen.lengthCm} × {chosen.widthCm} × {chosen.heightCm} cm.
      </p>
    </DialogForm>
  );
}

const formats: Record<CourierFormat, string> = {
  shiprocket: 'Shiprocket',
  delhivery: 'Delhivery',
  'india-post': 'India Post',
};

/** Makes a CSV file for the bulk upload of a courier. */
export function CourierFileDialog({ selected, send, onClose }: BatchDialogProps<'courier-file'>) {
  const form = useForm({
    start: { format: 'shiprocket' },
    send: async ({ format }) => {
      await send({ ...selected.orders, action: 'courier-file', format: courierFormat.parse(format) });
      onClose();
    },
    failed: 'The job could not be started. Please try again.',
  });
  return (
    <FormDialog
      title={`Courier file of ${counted(selected.count, 'order')}`}
      form={form}
      onClose={onClose}
      action="Create the file"
      banner
    >
      <SelectField
        label="Courier"
        hint="Assign its columns, and choose the pickup address, on the page of the courier."
        {...form.field('format')}
      >
        <Options labels={formats} />
      </SelectField>
      <p className="text-ink-soft">Orders without an address, or with nothing left to ship, are skipped.</p>
    </FormDialog>
  );
}

/** `inOrder`: the numbers can be in the order of the list. */
function TrackingFields({ form, inOrder }: { form: Form<typeof start>; inOrder: boolean }) {
  const couriers = useId();
  return (
    <>
      <Field label="Courier" optional list={couriers} maxLength={100} {...form.field('courier')} />
      <Suggestions id={couriers} words={courierNames} />
      <TextAreaField
        label="Tracking numbers"
        optional
        rows={6}
        spellCheck={false}
        autoComplete="off"
        hint={
          inOrder
            ? 'One per line: order number and tracking number, or only tracking numbers in the order of the list.'
            : 'One per line: order number and tracking number.'
        }
        {...form.field('numbers')}
      />
      <label className="grid min-w-0 gap-1.5">
        <span className="font-medium">Or a CSV file</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="min-h-11 w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-md file:border-0 file:bg-paper-deep file:px-3 file:font-medium"
          onChange={async (event) => {
            const text = await event.target.files?.[0]?.text();
            if (text !== undefined) form.change({ numbers: text.slice(0, 1_000_000) });
          }}
        />
      </label>
    </>
  );
}

const start = { courier: '', numbers: '' };

/**
 * Ships several orders with one courier and their tracking numbers, pasted or from a CSV file. Those that are booked have
 * both already.
 */
export function ShipDialog({ selected, send, onClose }: BatchDialogProps<'ship'>) {
  const { orders, shown, count } = selected;
  // The order of rows on other pages is not known here.
  const isShown = shown.length === count;
  const booked = shown.filter((order) => bookedShipments(order).length > 0);
  const unbooked = shown.filter((order) => !booked.includes(order));
  const asked = count - booked.length;
  const read = (text: string) => readTrackingNumbers(text, isShown ? unbooked.map(({ _id }) => _id) : []);
  const form = useForm({
    start,
    check: ({ courier, numbers }) => {
      const { numbers: trackingNumbers } = read(numbers);
      const found = errorsIn(orderBatchAction, { action: 'ship', courier, trackingNumbers });
      const wrong = Object.keys(found).some((name) => name.startsWith('trackingNumbers'));
      return { ...found, ...(wrong && { numbers: 'A tracking number is too long' }) };
    },
    send: async ({ courier, numbers }) => {
      await send({ ...orders, action: 'ship', courier, trackingNumbers: read(numbers).numbers });
      onClose();
    },
    failed: 'The job could not be started. Please try again.',
  });
  const { numbers, unread } = read(form.values.numbers);
  const found = Object.keys(numbers).length;
  const without = asked - found;
  return (
    <FormDialog
      title={`Ship ${counted(count, 'order')}`}
      form={form}
      onClose={onClose}
      action={`Ship ${counted(count, 'order')}`}
      banner
    >
      {booked.length > 0 && (
        <p>
          {counted(booked.length, 'order')} {booked.length === 1 ? 'has' : 'have'} the courier and the
          tracking number of {booked.length === 1 ? 'its booking' : 'their bookings'}.
        </p>
      )}
      {asked > 0 && <TrackingFields form={form} inOrder={isShown} />}
      <div aria-live="polite" className="grid gap-1 text-ink-soft">
        <p>
          {asked > 0 && `${counted(found, 'tracking number')} for ${counted(asked, 'order')}. `}
          The shoppers are informed by mail.
        </p>
        {found > 0 && without > 0 && (
          <p className="font-medium text-ink">
            {counted(without, 'order')} {without === 1 ? 'is' : 'are'} shipped without a tracking number.
          </p>
        )}
        {unread.length > 0 && (
          <p className="font-medium text-madder wrap-anywhere">
            {counted(unread.length, 'line')} without an order or without a complete number:{' '}
            {unread.slice(0, 3).join(' · ')}
            {unread.length > 3 && ' …'}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

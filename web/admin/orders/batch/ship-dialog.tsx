import { useId } from 'react';
import { orderBatchAction } from '../../../../shared/contract/order-batches.ts';
import { courierNames } from '../../../../shared/couriers.ts';
import { readTrackingNumbers } from '../../../../shared/tracking-list.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { DialogButtons } from '../../parts/form/form-dialog.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { counted } from '../../parts/text.ts';
import { errorsIn, type Form, useForm } from '../../parts/form/use-form.ts';
import { bookedShipments } from '../booked.ts';
import type { Selected } from './selection.ts';

type Send = (
  body: Selected['orders'] & { action: 'ship'; courier: string; trackingNumbers: Record<string, string> },
) => Promise<void>;

/**
 * Ships several orders with one courier and their tracking numbers, pasted or from a CSV file. Those that are booked have
 * both already.
 */
export function ShipDialog(props: { selected: Selected | null; send: Send; onClose: () => void }) {
  const { selected, send, onClose } = props;
  return (
    <Dialog
      open={selected !== null}
      onClose={onClose}
      title={`Ship ${counted(selected?.count ?? 0, 'order')}`}
    >
      {selected && <ShipForm selected={selected} send={send} onClose={onClose} />}
    </Dialog>
  );
}

/** `inOrder`: the numbers can be in the order of the list. */
function TrackingFields({ form, inOrder }: { form: Form<typeof start>; inOrder: boolean }) {
  const couriers = useId();
  return (
    <>
      <Field label="Courier" optional list={couriers} maxLength={100} {...form.field('courier')} />
      <datalist id={couriers}>
        {courierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
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

function ShipForm({ selected, send, onClose }: { selected: Selected; send: Send; onClose: () => void }) {
  const { orders, shown, count } = selected;
  // The order of rows on other pages is not known here.
  const isShown = shown.length === count;
  const booked = shown.filter((order) => bookedShipments(order).length > 0);
  const others = shown.filter((order) => !booked.includes(order));
  const asked = count - booked.length;
  const read = (text: string) => readTrackingNumbers(text, isShown ? others.map(({ _id }) => _id) : []);
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
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <ErrorBanner message={form.failure} />
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
      <DialogButtons onCancel={onClose} busy={form.busy}>
        {`Ship ${counted(count, 'order')}`}
      </DialogButtons>
    </form>
  );
}

import { CalendarCheck, CheckIcon, Download, PackageCheck, PackageOpen, Truck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { z } from 'zod';
import { type BookableCourier, courierProvider } from '../../../../shared/contract/orders/couriers.ts';
import {
  type CourierFormat,
  courierFormat,
  type OrderBatch,
  orderBatchAction,
  type orderBatchRequest,
} from '../../../../shared/contract/orders/order-batches.ts';
import { courierNames } from '../../../../shared/orders/couriers.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { useAction, useMay } from '../../parts/data.ts';
import { Check, Suggestions } from '../../parts/form/fields.tsx';
import { DialogForm, FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, type Form, useForm } from '../../parts/form/use-form.ts';
import { Options } from '../../parts/list/filters.tsx';
import { counted, formatCount } from '../../parts/text.ts';
import { CourierDialog, CourierField } from '../dialogs/booking-dialog.tsx';
import { bookedShipments } from '../show-order.ts';
import type { BatchDialogProps, OrderSelection, Selected } from './selection.ts';
import { readTrackingNumbers } from './tracking-list.ts';

type OrderBatchActions = ReturnType<typeof useOrderBatch>;

/** The actions on several orders, and their dialogs. */
export function useOrderBatch(onStarted: (batch: OrderBatch) => void) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onClose = () => setDialog(null);
  const start = async (body: z.input<typeof orderBatchRequest>) =>
    onStarted(await call('POST /order/admin/batch', { body }));
  const { run } = useAction(start, 'The job could not be started. Please try again.');
  const ask = (action: 'confirm' | 'pack' | 'deliver', { orders, count }: Selected) =>
    confirm({
      ...questions[action](counted(count, 'order')),
      onConfirm: () => run({ ...orders, action }),
    });
  return {
    confirm: (selected: Selected) => ask('confirm', selected),
    pack: (selected: Selected) => ask('pack', selected),
    ship: (selected: Selected) =>
      setDialog(<ShipDialog selected={selected} send={start} onClose={onClose} />),
    book: (selected: Selected) =>
      setDialog(<BatchBookingDialog selected={selected} send={start} onClose={onClose} />),
    deliver: (selected: Selected) => ask('deliver', selected),
    file: (selected: Selected) =>
      setDialog(<CourierFileDialog selected={selected} send={start} onClose={onClose} />),
    dialog,
  };
}

const questions = {
  confirm: (orders: string) => ({
    title: `Confirm ${orders}?`,
    action: 'Confirm',
    text: 'Orders that are paid on delivery can be packed then, and are not cancelled any more. Others are skipped.',
  }),
  pack: (orders: string) => ({
    title: `Mark ${orders} as packed?`,
    action: 'Mark as packed',
    text: 'All that is left of each order is packed in one shipment. Orders with nothing left to pack are skipped.',
  }),
  deliver: (orders: string) => ({
    title: `Mark ${orders} as delivered?`,
    action: 'Mark as delivered',
    text: 'Their shipments in transit become delivered, and the shoppers are informed by mail. Orders without one are skipped.',
  }),
};

/** The bar above the list while orders are selected. `children`: further actions. */
export function SelectionBar(props: {
  selection: OrderSelection;
  actions: OrderBatchActions;
  total: number;
  hasToConfirm: boolean;
  children?: ReactNode;
}) {
  const { selection, actions, total, hasToConfirm, children } = props;
  const { marked, isWholePage, all, togglePage, selectAll, clear } = selection;
  const may = useMay();
  if (marked.count === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selected orders"
      className="sticky top-0 z-10 mb-3 grid gap-2 rounded-md bg-paper-deep p-3 ring-1 ring-line lg:flex lg:flex-wrap lg:items-center lg:justify-between"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="figures font-semibold">
          {formatCount(marked.count)} selected
        </p>
        {!isWholePage && <TextButton onClick={togglePage}>Select this page</TextButton>}
        {isWholePage && !all && total > marked.count && (
          <TextButton onClick={selectAll}>Select all {formatCount(total)} that match</TextButton>
        )}
        <TextButton onClick={clear}>Clear</TextButton>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasToConfirm && may('orders.edit') && (
          <Button variant="secondary" icon={CheckIcon} onClick={() => actions.confirm(marked)}>
            Confirm
          </Button>
        )}
        <Button icon={PackageOpen} onClick={() => actions.pack(marked)}>
          Pack
        </Button>
        <Button variant="secondary" icon={CalendarCheck} onClick={() => actions.book(marked)}>
          Book courier
        </Button>
        <Button icon={Truck} onClick={() => actions.ship(marked)}>
          Ship
        </Button>
        <Button variant="secondary" icon={PackageCheck} onClick={() => actions.deliver(marked)}>
          Mark as delivered
        </Button>
        {may('orders.export') && (
          <Button variant="secondary" icon={Download} onClick={() => actions.file(marked)}>
            Courier file
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

const TextButton = (props: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    {...props}
    className="min-h-11 font-medium text-press underline underline-offset-4 lg:min-h-8"
  />
);

function BatchBookingDialog(props: BatchDialogProps<'book'>) {
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

function CourierFileDialog({ selected, send, onClose }: BatchDialogProps<'courier-file'>) {
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
function ShipDialog({ selected, send, onClose }: BatchDialogProps<'ship'>) {
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

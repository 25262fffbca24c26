import { useState } from 'react';
import type { AdminOrder, OrderStatus, StatusChange } from '../../../shared/contract/orders.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { sessionEnded } from '../session.ts';
import { consequences, refundWarning } from './consequences.ts';
import { Problem } from './problem.tsx';
import { OrderBadge, StatusOptions, statusName } from './status.tsx';
import { withReason } from './with-reason.ts';

/** Notes that were written and not sent, by order: closing the dialog does not lose them. */
const unsent = new Map<string, string>();

const parcelParts = ['courier', 'trackingNumber'] as const;
type Parcel = Pick<AdminOrder, (typeof parcelParts)[number]>;

type Done = { onClose: () => void; onChanged: (order: AdminOrder) => void };

/** Asks before an order's status changes, and for what goes with it: a note, the courier. */
export function StatusDialog({
  moving,
  ...done
}: Done & { moving: { order: AdminOrder; to: OrderStatus } | null }) {
  return (
    <Dialog
      open={moving !== null}
      onClose={done.onClose}
      title={`Status of order ${moving?.order.order_number ?? ''}`}
    >
      {moving && <StatusForm {...moving} {...done} />}
    </Dialog>
  );
}

function StatusForm({ order, to, onClose, onChanged }: Done & { order: AdminOrder; to: OrderStatus }) {
  const [status, setStatus] = useState(to);
  const [problem, setProblem] = useState('');
  /** The order as another admin has left it meanwhile. */
  const [theirs, setSavedOrder] = useState<AdminOrder | null>(null);
  const seen = theirs ?? order;
  const [parcel, setParcel] = useState<Parcel>(order);
  const { email } = order.customer;
  // For an order that has already been shipped, they have their own form.
  const isShipping = status === 'shipped' && seen.status !== 'shipped';
  const warning = status === seen.status ? '' : refundWarning(seen, status);

  const form = useOfficeForm({
    check: ({ note = '', mailNote }) => ({
      note: mailNote && !note.trim() ? 'Write what is to be mailed' : undefined,
    }),
    fallback: '',
    async send({ note = '', mailNote }) {
      setProblem('');
      const change: Partial<StatusChange> = { status, note, mailNote: Boolean(mailNote) };
      for (const part of isShipping ? parcelParts : []) {
        if (parcel[part] !== seen[part]) change[part] = parcel[part];
      }
      try {
        const path = `/order/admin/${order._id}`;
        onChanged(await api.put<AdminOrder>(`${path}/status`, { ...change, updatedAt: seen.updatedAt }));
        toast(`Order ${order.order_number}: ${statusName(status)}`, 'success');
        unsent.delete(order._id);
        onClose();
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error;
        if (sessionEnded(error)) return;
        setProblem(withReason('Failed to update order status.', error));
        if (!(error instanceof ApiError) || error.code !== 'order_changed') return;
        const now = await api.get<AdminOrder>(`/order/admin/${order._id}`);
        setSavedOrder(now);
        // What was not written here follows theirs.
        for (const part of parcelParts) if (parcel[part] === seen[part]) write(part, now[part]);
      }
    },
  });

  function write(part: keyof Parcel, value: string) {
    setParcel((now) => ({ ...now, [part]: value }));
  }

  return (
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <Problem message={problem} onDismiss={() => setProblem('')} />
      {theirs && <SavedOrder order={theirs} events={theirs.timeline.slice(order.timeline.length)} />}
      <SelectField
        label="Status"
        name="status"
        value={status}
        onChange={(event) => setStatus(event.target.value as OrderStatus)}
      >
        <StatusOptions />
      </SelectField>
      <Consequences lines={consequences(seen, status)} />
      {warning && (
        <p role="alert" className="rounded-md bg-madder-tint px-4 py-3 font-medium text-madder wrap-anywhere">
          {warning}
        </p>
      )}
      {isShipping && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Courier"
            name="courier"
            optional
            maxLength={100}
            value={parcel.courier}
            onChange={(event) => write('courier', event.target.value)}
            error={form.errors.courier}
          />
          <Field
            label="Tracking number"
            name="trackingNumber"
            optional
            maxLength={100}
            autoComplete="off"
            value={parcel.trackingNumber}
            onChange={(event) => write('trackingNumber', event.target.value)}
            error={form.errors.trackingNumber}
          />
        </div>
      )}
      <TextAreaField
        label="Note"
        name="note"
        optional
        rows={3}
        maxLength={500}
        defaultValue={unsent.get(order._id)}
        onChange={(event) => unsent.set(order._id, event.target.value)}
        hint="Stays in the back office unless you mail it."
        error={form.errors.note}
      />
      <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
        <input type="checkbox" name="mailNote" disabled={!email} className="size-5 accent-press" />
        <span>
          Mail the note to the shopper
          {!email && <span className="block text-ink-soft">This order has no email address.</span>}
        </span>
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="secondary"
          onClick={() => {
            if (theirs) onChanged(theirs);
            onClose();
          }}
        >
          {theirs ? `Keep ${statusName(theirs.status)}` : 'Cancel'}
        </Button>
        <Button
          type="submit"
          busy={form.busy}
          variant={status === 'cancelled' || warning ? 'danger' : 'primary'}
        >
          {submitWords(status, seen.status, theirs !== null || warning !== '')}
        </Button>
      </div>
    </form>
  );
}

function submitWords(to: OrderStatus, from: OrderStatus, anyway: boolean): string {
  if (to === from) return 'Save';
  return `Set to ${statusName(to)}${anyway ? ' anyway' : ''}`;
}

function SavedOrder({ order, events }: { order: AdminOrder; events: AdminOrder['timeline'] }) {
  const last = events.at(-1);
  const notes = events.flatMap(({ note }) => note || []).join(' · ');
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-md bg-paper-deep px-4 py-3">
      It is now <OrderBadge status={order.status} />
      {last && ` by ${last.by}${notes && `: ${notes}`}`}
    </p>
  );
}

function Consequences({ lines }: { lines: string[] }) {
  return (
    <ul aria-live="polite" className="-mt-2 grid gap-1 text-ink-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

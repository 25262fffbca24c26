import { useState } from 'react';
import {
  type AdminOrder,
  cancelReasons,
  type OrderStatus,
  statusChange,
} from '../../../../shared/contract/orders/orders.ts';
import { ApiError, call } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextAreaField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { Check, TextFields } from '../../parts/form/fields.tsx';
import { DialogButtons } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { capitalized, labelsOf } from '../../parts/text.ts';
import { sessionEnded } from '../../session.ts';
import { consequences, hasAdvance, isSent, refundWarning } from '../consequences.ts';
import { asBooked, bookedShipments, orderChanged, withReason } from '../show-order.ts';
import { OrderBadge, useStatusChoices } from '../status.tsx';

/** Notes that were written but not sent, by order: closing the dialog keeps them. */
const unsentNotes = new Map<string, string>();

const trackingFields = ['courier', 'trackingNumber'] as const;
type Values = {
  status: OrderStatus;
  reason: string;
  courier: string;
  trackingNumber: string;
  note: string;
  mailNote: boolean;
  keepsAdvance: boolean;
};
type Props = { order: AdminOrder; to: OrderStatus; onClose: () => void };

/** Confirms a change of an order's status, with a note and, for a shipment, the courier. */
export function StatusDialog({ order, to, onClose }: Props) {
  const [problem, setProblem] = useState('');
  /** The order as another admin has saved it in the meantime. */
  const [savedOrder, setSavedOrder] = useState<AdminOrder | null>(null);
  const seen = savedOrder ?? order;
  const { _id: id, courier, trackingNumber, customer } = order;
  const params = { id };
  // Without a change of the status it is opened to mail a note.
  const mailNote = to === order.status;
  const start: Values = {
    status: to,
    reason: '',
    courier,
    trackingNumber,
    note: unsentNotes.get(id) ?? '',
    mailNote,
    keepsAdvance: false,
  };
  const form = useForm({
    start,
    check: (input) => ({
      ...errorsIn(statusChange, { ...input, ...bodyOf(input) }),
      ...(input.mailNote && !input.note.trim() && !bodyOf(input).reason && { note: 'A note is required' }),
    }),
    send,
    failed: '',
  });
  const { status, note, keepsAdvance } = form.values;
  const statuses = useStatusChoices(seen.status);
  // The shipments of an order that has already been shipped have their own form for these.
  const isShipping = isSent(status) && !isSent(seen.status);
  const carried = bookedShipments(seen);
  const warning = status === seen.status ? '' : refundWarning(seen, status);
  useChange(note, () => unsentNotes.set(id, note));

  async function send(input: Values) {
    setProblem('');
    const changed = trackingFields.filter((name) => isShipping && input[name] !== seen[name]);
    const tracking = Object.fromEntries(changed.map((name) => [name, input[name]]));
    try {
      const body = statusChange.parse({ ...bodyOf(input), ...tracking, updatedAt: seen.updatedAt });
      orderChanged(await call('PUT /order/admin/:id/status', { params, body }));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error;
      if (sessionEnded(error)) return;
      setProblem(withReason('Failed to update order status.', error));
      if (!(error instanceof ApiError) || error.code !== 'order_changed') return;
      const saved = await call('GET /order/admin/:id', { params });
      setSavedOrder(saved);
      // Fields that were not edited here follow the other admin's version.
      form.change((written) =>
        Object.fromEntries(
          trackingFields.filter((name) => written[name] === seen[name]).map((name) => [name, saved[name]]),
        ),
      );
      return;
    }
    toast(`Order ${order.order_number}: ${capitalized(input.status)}`, 'success');
    unsentNotes.delete(id);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`Status of order ${order.order_number}`}>
      <form {...form.props} className="grid gap-4 p-5">
        <ErrorBanner message={problem} onDismiss={() => setProblem('')} />
        {savedOrder && (
          <SavedOrder order={savedOrder} events={savedOrder.timeline.slice(order.timeline.length)} />
        )}
        <SelectField label="Status" {...form.field('status')}>
          <Options labels={labelsOf(statuses)} />
        </SelectField>
        <ul aria-live="polite" className="-mt-2 grid gap-1 text-ink-soft">
          {consequences(seen, status, keepsAdvance).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {warning && (
          <p
            role="alert"
            className="rounded-md bg-madder-tint px-4 py-3 font-medium text-madder wrap-anywhere"
          >
            {warning}
          </p>
        )}
        {isShipping &&
          carried.map((shipment) => (
            <p key={shipment._id} className="wrap-anywhere">
              {asBooked(shipment)}
            </p>
          ))}
        {isShipping && carried.length === 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextFields
              form={form}
              fields={[
                ['courier', 'Courier', 100],
                ['trackingNumber', 'Tracking number', 100, { autoComplete: 'off' }],
              ]}
            />
          </div>
        )}
        {status === 'cancelled' && seen.status !== 'cancelled' && (
          <SelectField label="Reason" optional {...form.field('reason')}>
            <option value="">No reason</option>
            <Options labels={cancelReasons} />
          </SelectField>
        )}
        {status === 'cancelled' && seen.status !== 'cancelled' && hasAdvance(seen) && (
          <Check tall className="lg:min-h-8" {...form.flag('keepsAdvance')}>
            Keep what was paid in advance
          </Check>
        )}
        <TextAreaField
          label="Note"
          optional
          rows={3}
          maxLength={500}
          hint="Stays in the back office unless you mail it."
          {...form.field('note')}
        />
        <Check tall className="lg:min-h-8" {...form.flag('mailNote')} disabled={!customer.email}>
          <span>
            Mail the note to the shopper
            {!customer.email && <span className="block text-ink-soft">This order has no email address.</span>}
          </span>
        </Check>
        <DialogButtons
          cancel={savedOrder ? `Keep ${capitalized(savedOrder.status)}` : 'Cancel'}
          onCancel={() => {
            if (savedOrder) orderChanged(savedOrder);
            onClose();
          }}
          busy={form.busy}
          variant={status === 'cancelled' || warning ? 'danger' : 'primary'}
        >
          {status === seen.status
            ? 'Save'
            : `Set to ${capitalized(status)}${savedOrder || warning ? ' anyway' : ''}`}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The body of the change without the courier, which only some changes have. */
const bodyOf = ({ status, reason, note, mailNote, keepsAdvance }: Values) => ({
  status,
  note,
  mailNote,
  reason: status === 'cancelled' && reason ? reason : undefined,
  keepsAdvance: status === 'cancelled' && keepsAdvance ? true : undefined,
});

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

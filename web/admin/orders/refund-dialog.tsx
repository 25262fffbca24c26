import { useRef, useState } from 'react';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { shortRupees, toPaise } from '../../../shared/money.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { Problem } from './problem.tsx';

type Done = { onClose: () => void; onChanged: (order: AdminOrder) => void };

/** Asks how much goes back, and why. */
export function RefundDialog({ order, ...done }: Done & { order: AdminOrder | null }) {
  return (
    <Dialog
      open={order !== null}
      onClose={done.onClose}
      title={`Refund for order ${order?.order_number ?? ''}`}
    >
      {order && <RefundForm order={order} {...done} />}
    </Dialog>
  );
}

function RefundForm({ order, onClose, onChanged }: Done & { order: AdminOrder }) {
  const left = order.refundableAmount;
  const [part, setPart] = useState(false);
  const keyFor = useAttemptKey();
  const form = useOfficeForm({
    check: ({ amount = '', reason = '' }) => ({
      amount: part ? amountProblem(amount, left) : undefined,
      reason: reason.trim() ? undefined : 'A reason is required',
    }),
    fallback: 'The refund could not be made. Please try again.',
    async send({ amount, reason }) {
      const body = { ...(part && { amount: Number(amount) }), reason };
      const headers = { 'idempotency-key': keyFor(body) };
      onChanged(await api.post<AdminOrder>(`/order/admin/${order._id}/refund`, body, { headers }));
      toast('The refund is on its way', 'success');
      onClose();
    },
  });

  return (
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <Problem message={form.failure} />
      <p>
        Paid {shortRupees(order.paidAmount)}, refunded {shortRupees(order.refundedAmount)}.{' '}
        <strong>{shortRupees(left)} can go back.</strong>
      </p>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">How much</legend>
        {[
          [false, `All that is left: ${shortRupees(left)}`],
          [true, 'A part of it'],
        ].map(([isPart, words]) => (
          <label key={String(isPart)} className="flex min-h-11 items-center gap-3 lg:min-h-8">
            <input
              type="radio"
              name="part"
              checked={part === isPart}
              onChange={() => setPart(isPart === true)}
              className="size-5 accent-press"
            />
            {words}
          </label>
        ))}
      </fieldset>
      {part && (
        <Field
          label="Amount (₹)"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={form.errors.amount}
        />
      )}
      <TextAreaField
        label="Reason"
        name="reason"
        rows={2}
        maxLength={500}
        hint="The shopper reads it in the mail about the refund."
        error={form.errors.reason}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          Refund
        </Button>
      </div>
    </form>
  );
}

function amountProblem(text: string, left: number): string | undefined {
  const amount = Number(text);
  if (!/^\d+(\.\d{1,2})?$/.test(text.trim()) || amount <= 0) return 'Enter an amount in rupees';
  return toPaise(amount) > toPaise(left) ? `At most ${shortRupees(left)} can be refunded.` : undefined;
}

/** The same key while the same refund is tried again, so that it is made once; another for another. */
function useAttemptKey() {
  const attempt = useRef({ of: '', key: '' });
  return (body: object) => {
    const of = JSON.stringify(body);
    if (attempt.current.of !== of) attempt.current = { of, key: randomKey() };
    return attempt.current.key;
  };
}

/** crypto.randomUUID is there on https and localhost only. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

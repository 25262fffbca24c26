import { useRef, useState } from 'react';
import type { AdminOrder, Refundable, RefundRequest } from '../../../shared/contract/orders.ts';
import { proportion, shortRupees, toPaise, toRupees } from '../../../shared/money.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useCall } from '../parts/use-call.ts';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { Problem } from './problem.tsx';
import { RefundLines } from './refund-lines.tsx';

type Done = { onClose: () => void; onChanged: (order: AdminOrder) => void };

/** Asks which lines and quantities are refunded, how much goodwill is added, and why. */
export function RefundDialog({ order, ...done }: Done & { order: AdminOrder | null }) {
  return (
    <Dialog
      open={order !== null}
      onClose={done.onClose}
      title={`Refund for order ${order?.order_number ?? ''}`}
    >
      {order && <Loading order={order} {...done} />}
    </Dialog>
  );
}

function Loading({ order, ...done }: Done & { order: AdminOrder }) {
  const call = useCall<Refundable>(
    `/order/admin/${order._id}/refund`,
    'Could not load what can be refunded. Please try again.',
  );
  if (call.data) return <RefundForm order={order} left={call.data} {...done} />;
  return (
    <div className="grid min-h-60 content-center justify-items-center p-5 text-sm">
      {call.error ? (
        <Problem message={call.error} onRetry={call.reload} />
      ) : (
        <Spinner large label="Loading what can be refunded…" />
      )}
    </div>
  );
}

const isUnsent = ({ status }: AdminOrder) => status === 'paid' || status === 'processing';

function RefundForm({ order, left, onClose, onChanged }: Done & { order: AdminOrder; left: Refundable }) {
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const [goodwill, setGoodwill] = useState('');
  const [restock, setRestock] = useState(isUnsent(order));
  const keyFor = useAttemptKey();
  const lines = left.lines.flatMap((line) => {
    const quantity = Math.min(chosen[line.line_id] ?? 0, line.quantity);
    return quantity > 0 ? [{ ...line, chosen: quantity }] : [];
  });
  const linesPaise = lines.reduce(
    (sum, line) => sum + proportion(toPaise(line.amount), line.chosen, line.quantity),
    0,
  );
  const goodwillPaise = readPaise(goodwill) ?? 0;
  const total = toRupees(linesPaise + goodwillPaise);
  const canRestock = lines.some(({ restockable }) => restockable > 0);

  const form = useOfficeForm({
    check: ({ reason = '' }) => ({
      amount: amountProblem(goodwill, linesPaise, toPaise(left.amount)),
      reason: reason.trim() ? undefined : 'A reason is required',
    }),
    fallback: 'The refund could not be made. Please try again.',
    async send({ reason = '' }) {
      const body: RefundRequest = {
        ...(lines.length > 0 && {
          lines: lines.map(({ line_id, chosen: quantity }) => ({ line_id, quantity })),
        }),
        ...(goodwillPaise > 0 && { amount: toRupees(goodwillPaise) }),
        restock: restock && canRestock,
        reason,
      };
      const headers = { 'idempotency-key': keyFor(body) };
      onChanged(await api.post<AdminOrder>(`/order/admin/${order._id}/refund`, body, { headers }));
      toast('The refund is on its way', 'success');
      onClose();
    },
  });

  return (
    <form {...form.props} className="grid gap-4 p-5 text-sm">
      <Problem message={form.failure ?? form.errors.lines ?? ''} />
      <p>
        Paid {shortRupees(order.paidAmount)}, refunded {shortRupees(order.refundedAmount)}.{' '}
        <strong>{shortRupees(left.amount)} can be refunded.</strong>
      </p>
      <RefundLines order={order} left={left} chosen={chosen} onChoose={setChosen} />
      <Field
        label="Goodwill (₹)"
        name="amount"
        optional
        inputMode="decimal"
        autoComplete="off"
        value={goodwill}
        onChange={(event) => setGoodwill(event.target.value)}
        hint="An amount that is not for an item, such as compensation for a late delivery."
        error={form.errors.amount}
      />
      {canRestock && (
        <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
          <input
            type="checkbox"
            checked={restock}
            onChange={(event) => setRestock(event.target.checked)}
            className="size-5 accent-press"
          />
          Return the items to stock
        </label>
      )}
      <TextAreaField
        label="Reason"
        name="reason"
        rows={2}
        maxLength={500}
        hint="The shopper reads it in the mail about the refund."
        error={form.errors.reason}
      />
      <p
        aria-live="polite"
        className="flex justify-between border-t border-line-strong pt-3 text-base font-semibold"
      >
        <span>Refund</span>
        <span className="figures">{shortRupees(total)}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {total > 0 ? `Refund ${shortRupees(total)}` : 'Refund'}
        </Button>
      </div>
    </form>
  );
}

/** Converts an amount in rupees to paise; undefined if the text is not an amount. */
function readPaise(text: string): number | undefined {
  const plain = text.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? toPaise(Number(plain)) : undefined;
}

function amountProblem(goodwill: string, linesPaise: number, leftPaise: number): string | undefined {
  const paise = readPaise(goodwill);
  if (goodwill.trim() && paise === undefined) return 'Enter an amount in rupees';
  const total = linesPaise + (paise ?? 0);
  if (total === 0) return 'Choose an item or enter an amount';
  return total > leftPaise ? `At most ${shortRupees(toRupees(leftPaise))} can be refunded.` : undefined;
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

import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { type Refundable, refundRequest } from '../../../../shared/contract/orders/refunds.ts';
import { proportion, shortRupees, toPaise, toRupees } from '../../../../shared/money.ts';
import { call } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formQuery, invalidate, read } from '../../parts/data.ts';
import { useAttemptKey } from '../../parts/form/attempt-key.ts';
import { AmountField, Check } from '../../parts/form/fields.tsx';
import { DialogForm } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { orderChanged } from '../show-order.ts';

type Props = { order: AdminOrder; onClose: () => void };

/** Asks which lines and quantities are refunded, how much goodwill is added, and why. */
export function RefundDialog({ order, onClose }: Props) {
  const query = useQuery({
    ...read('GET /order/admin/:id/refund', { params: { id: order._id } }),
    ...formQuery,
  });
  return (
    <Dialog open onClose={onClose} title={`Refund for order ${order.order_number}`}>
      <Loaded
        query={query}
        failed="Could not load the refundable amount. Please try again."
        loading={<LoadingArea label="Loading the refundable amount…" />}
      >
        {(left) => <RefundForm order={order} left={left} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const isUnsent = ({ status }: AdminOrder) => status === 'paid' || status === 'processing';

function RefundForm({ order, left, onClose }: Props & { left: Refundable }) {
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const keyFor = useAttemptKey();
  const lines = left.lines.flatMap((line) => {
    const quantity = Math.min(chosen[line.line_id] ?? 0, line.quantity);
    return quantity > 0 ? [{ ...line, chosen: quantity }] : [];
  });
  const linesPaise = lines.reduce((sum, line) => sum + priceOf(line, line.chosen), 0);
  const freePaise = lines.reduce((sum, line) => sum + freeOf(line, line.chosen), 0);
  const free = toRupees(left.lines.reduce((sum, line) => sum + toPaise(line.free), 0));
  const spent = toRupees(left.lines.reduce((sum, line) => sum + toPaise(line.spent), 0));
  const isGiftCard = ({ line_id: id }: { line_id: string }) =>
    order.cart_items.some((item) => item._id === id && item.giftCard !== null);
  const canRestock = lines.some(({ restockable }) => restockable > 0);

  // Of several payments the first one is refunded first.
  const isManual = order.payments.some(
    ({ isPrimary, provider_payment_id: id, method }) => isPrimary && id === null && method !== 'gift_card',
  );
  const done = isManual ? 'The refund was recorded' : 'The refund is on its way';
  const start = { amount: '', reason: '', restock: isUnsent(order) };
  const form = useForm({
    start,
    check: (input) => {
      const amount = amountProblem(input.amount, { linesPaise, freePaise }, left);
      return { ...errorsIn(refundRequest, bodyOf(input)), ...(amount && { amount }) };
    },
    async send(input) {
      const body = bodyOf(input);
      const headers = { 'idempotency-key': keyFor(body) };
      const params = { id: order._id };
      const saved = await call('POST /order/admin/:id/refund', { params, body, headers });
      orderChanged(saved);
      void invalidate('GET /refund-approvals');
      const waits = (saved.waitingRefundAmount ?? 0) > (order.waitingRefundAmount ?? 0);
      toast(waits ? 'The refund waits for the approval of another admin' : done, 'success');
      onClose();
    },
    failed: 'The refund could not be made. Please try again.',
  });
  const total = toRupees(linesPaise + (readPaise(form.values.amount) ?? 0));

  function bodyOf({ amount, reason, restock }: typeof start) {
    const goodwillPaise = readPaise(amount) ?? 0;
    return {
      ...(lines.length > 0 && {
        lines: lines.map(({ line_id, chosen: quantity }) => ({ line_id, quantity })),
      }),
      ...(goodwillPaise > 0 && { amount: toRupees(goodwillPaise) }),
      restock: restock && canRestock,
      reason,
    };
  }

  return (
    <DialogForm
      form={form}
      onClose={onClose}
      action={total > 0 ? `Refund ${shortRupees(total)}` : 'Refund'}
      variant="danger"
      banner
    >
      <p>
        Paid {shortRupees(order.paidAmount ?? 0)}, refunded {shortRupees(order.refundedAmount ?? 0)}.{' '}
        <strong>{shortRupees(left.amount)} can be refunded.</strong>
        {free > 0 && ` ${shortRupees(free)} of it was paid with a free gift card and goes back to that.`}
      </p>
      {isManual && (
        <p className="rounded-md bg-turmeric-tint px-4 py-3">
          This order was paid offline. Pay the amount back yourself: the refund is recorded as paid out, and
          nothing is sent to the payment provider.
        </p>
      )}
      {spent > 0 && (
        <p className="rounded-md bg-turmeric-tint px-4 py-3">
          {shortRupees(spent)} was spent of the gift cards of this order. Only the rest can be refunded.
        </p>
      )}
      {lines.some(isGiftCard) && <p>Refunded gift cards can’t be used any more.</p>}
      <RefundLines order={order} left={left} chosen={chosen} onChoose={setChosen} />
      <AmountField
        label="Goodwill (₹)"
        optional
        autoComplete="off"
        hint="An amount that is not for an item, such as compensation for a late delivery."
        {...form.field('amount')}
      />
      {canRestock && (
        <Check tall className="lg:min-h-8" {...form.flag('restock')}>
          Return the items to stock
        </Check>
      )}
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={500}
        hint="The shopper reads it in the mail about the refund."
        {...form.field('reason')}
      />
      <p
        aria-live="polite"
        className="flex justify-between border-t border-line-strong pt-3 text-base font-semibold"
      >
        <span>
          Refund
          {freePaise > 0 && (
            <span className="block text-sm font-normal">
              {shortRupees(toRupees(freePaise))} of it to the gift card
            </span>
          )}
        </span>
        <span className="figures">{shortRupees(total)}</span>
      </p>
    </DialogForm>
  );
}

/** Converts an amount in rupees to paise; undefined if the text is not an amount. */
function readPaise(text: string): number | undefined {
  const plain = text.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? toPaise(Number(plain)) : undefined;
}

function amountProblem(
  goodwill: string,
  { linesPaise, freePaise }: { linesPaise: number; freePaise: number },
  left: Refundable,
): string | undefined {
  const paise = readPaise(goodwill);
  if (goodwill.trim() && paise === undefined) return 'Enter an amount in rupees';
  const total = linesPaise + (paise ?? 0);
  if (total === 0) return 'Choose an item or enter an amount';
  // Only what was paid in money is refunded as goodwill.
  const leftPaise = left.lines.reduce(
    (sum, { free }) => sum - toPaise(free),
    toPaise(left.amount) + freePaise,
  );
  return total > leftPaise && total !== toPaise(left.amount)
    ? `At most ${shortRupees(toRupees(leftPaise))} can be refunded.`
    : undefined;
}

type Chosen = Record<string, number>;
type Line = Refundable['lines'][number] & {
  name: string;
  variant: string;
  /** What its amount has besides the price; empty without charges. */
  charges: string;
};

/** The refund of this number of units of a line, in paise, divided as the server does. */
const priceOf = (line: Refundable['lines'][number], units: number): number =>
  freeOf(line, units) + proportion(toPaise(line.amount) - toPaise(line.free), units, line.quantity);

/** What of that goes back to a free gift card, in paise. */
const freeOf = ({ free, quantity }: Refundable['lines'][number], units: number): number =>
  proportion(toPaise(free), units, quantity);

/** The charges that the lines of an order share, as their amounts name them. */
function chargesOf({ shipping, cashOnDelivery }: AdminOrder): string {
  const charges = [
    shipping ? 'delivery' : '',
    cashOnDelivery?.fee ? 'the fee of cash on delivery' : '',
  ].filter(Boolean);
  return charges.length > 0 ? `with ${charges.join(' and ')}` : '';
}

function RefundLines(props: {
  order: AdminOrder;
  left: Refundable;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  const { order, left, chosen, onChoose } = props;
  const lines = left.lines.flatMap((line): Line[] => {
    const item = order.cart_items.find(({ _id }) => _id === line.line_id);
    if (!item || line.quantity === 0) return [];
    const charges = item.giftCard ? '' : chargesOf(order);
    return [{ ...line, name: item.product_id.name, variant: item.variant, charges }];
  });
  if (lines.length === 0) return <p className="text-ink-soft">All lines of this order have been refunded.</p>;
  const all = lines.every((line) => chosen[line.line_id] === line.quantity);
  const choose = (line: Line, quantity: number) => onChoose({ ...chosen, [line.line_id]: quantity });
  return (
    <fieldset>
      <legend className="flex w-full items-center justify-between gap-3 font-medium">
        Items to refund
        <button
          type="button"
          onClick={() =>
            onChoose(all ? {} : Object.fromEntries(lines.map(({ line_id, quantity }) => [line_id, quantity])))
          }
          className="min-h-11 text-press underline-offset-4 hover:underline lg:min-h-8"
        >
          {all ? 'Clear the selection' : 'Select all'}
        </button>
      </legend>
      <ul>
        {lines.map((line) => (
          <RefundLine
            key={line.line_id}
            line={line}
            quantity={chosen[line.line_id] ?? 0}
            onChoose={(quantity) => choose(line, quantity)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function RefundLine(props: { line: Line; quantity: number; onChoose: (quantity: number) => void }) {
  const { line, quantity, onChoose } = props;
  const price = toRupees(priceOf(line, quantity || 1));
  const step =
    'grid size-11 place-items-center rounded-full text-press hover:bg-paper-deep disabled:opacity-40 lg:size-9';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {line.name}
          {line.variant && <span className="text-ink-soft"> · {line.variant}</span>}
        </p>
        <p className={`figures text-xs ${quantity > 0 ? 'font-semibold' : 'text-ink-soft'}`}>
          {quantity > 0 ? shortRupees(price) : `${shortRupees(price)} each`}
          {line.charges && `, ${line.charges}`}
        </p>
      </div>
      <div className="flex items-center">
        <button
          type="button"
          aria-label={`Decrease the quantity of ${line.name}`}
          disabled={quantity === 0}
          onClick={() => onChoose(quantity - 1)}
          className={step}
        >
          <Minus className="size-4" />
        </button>
        <label>
          <span className="sr-only">Quantity of {line.name}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            onChange={(event) => {
              const typed = event.target.value.replace(/\D/g, '');
              onChoose(Math.min(Number(typed), line.quantity));
            }}
            className="office-input figures w-12 px-1 text-center"
          />
        </label>
        <span className="figures w-12 pl-2 text-ink-soft">of {line.quantity}</span>
        <button
          type="button"
          aria-label={`Increase the quantity of ${line.name}`}
          disabled={quantity >= line.quantity}
          onClick={() => onChoose(quantity + 1)}
          className={step}
        >
          <Plus className="size-4" />
        </button>
      </div>
    </li>
  );
}

import { Minus, Plus } from 'lucide-react';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import type { Refundable } from '../../../../shared/contract/orders/refunds.ts';
import { proportion, shortRupees, toPaise, toRupees } from '../../../../shared/money.ts';

type Chosen = Record<string, number>;
type Line = Refundable['lines'][number] & { name: string; variant: string };

/** The refund of this number of units of a line, in paise, divided as the server does. */
export const priceOf = (line: Refundable['lines'][number], units: number): number =>
  freeOf(line, units) + proportion(toPaise(line.amount) - toPaise(line.free), units, line.quantity);

/** What of that goes back to a free gift card, in paise. */
export const freeOf = ({ free, quantity }: Refundable['lines'][number], units: number): number =>
  proportion(toPaise(free), units, quantity);

/** The lines that can still be refunded, each with the quantity to refund and its price. */
export function RefundLines(props: {
  order: AdminOrder;
  left: Refundable;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  const { order, left, chosen, onChoose } = props;
  const lines = left.lines.flatMap((line): Line[] => {
    const item = order.cart_items.find(({ _id }) => _id === line.line_id);
    return item && line.quantity > 0 ? [{ ...line, name: item.product_id.name, variant: item.variant }] : [];
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

import type { ReactNode } from 'react';
import type { PaymentMethod } from '../../../shared/contract/checkout.ts';
import { shortRupees } from '../../../shared/money.ts';
import type { Quote } from '../cart/use-quote.ts';

/** The choice between paying now and on delivery, if the shop offers it; with the reason if this order can't be. */
export function PaymentMethods({
  method,
  quote: { cod },
  onChange,
}: {
  method: PaymentMethod;
  quote: Quote;
  onChange: (method: PaymentMethod) => void;
}) {
  if (!cod) return null;
  const isPossible = cod.reason === '';
  const chosen = isPossible ? method : 'online';
  const fee = isPossible && cod.fee > 0 ? shortRupees(cod.fee) : '';
  return (
    <fieldset className="mt-6">
      <legend>
        <h2 className="text-xl">Payment</h2>
      </legend>
      <div className="mt-3 grid gap-2.5">
        <Choice name="Pay online" checked={chosen === 'online'} onChoose={() => onChange('online')}>
          {fee && <span className="font-medium text-leaf">Pay online and save the {fee} fee</span>}
        </Choice>
        <Choice
          name="Cash on delivery"
          checked={chosen === 'cash_on_delivery'}
          isDisabled={!isPossible}
          onChoose={() => onChange('cash_on_delivery')}
        >
          {isPossible ? `Pay the courier when your order arrives.${fee && ` Fee: ${fee}`}` : cod.reason}
        </Choice>
      </div>
    </fieldset>
  );
}

function Choice(props: {
  name: string;
  checked: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const { name, checked, isDisabled = false, onChoose, children } = props;
  return (
    <label
      className={`flex min-h-11 items-start gap-3 rounded-lg bg-card px-4 py-3 ring-1 ring-inset ${checked ? 'ring-2 ring-press' : 'ring-line'}`}
    >
      <input
        type="radio"
        name="paymentMethod"
        checked={checked}
        disabled={isDisabled}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-press"
      />
      <span className="min-w-0">
        <span className={`block font-medium ${isDisabled ? 'text-ink-soft' : ''}`}>{name}</span>
        <span className="block text-sm text-ink-soft empty:hidden">{children}</span>
      </span>
    </label>
  );
}

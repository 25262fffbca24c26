import type { PaymentMethod } from '../../../shared/contract/orders/checkout.ts';
import { shortRupees } from '../../../shared/money.ts';
import type { Quote } from '../cart/use-quote.ts';
import { Choice } from './choice.tsx';
import { PaymentMarks } from './payment-marks.tsx';

const howToPay = ({ advance, due }: NonNullable<Quote['cod']>) =>
  advance > 0
    ? `Pay ${shortRupees(advance)} now, ${shortRupees(due)} at the door.`
    : 'Pay the courier when your order arrives.';

export function PaymentMethods({
  method,
  quote: { cod },
  onChange,
}: {
  method: PaymentMethod;
  quote: Quote;
  onChange: (method: PaymentMethod) => void;
}) {
  const isCodPossible = cod?.reason === '';
  const chosen = isCodPossible ? method : 'online';
  const fee = isCodPossible && cod.fee > 0 ? shortRupees(cod.fee) : '';
  return (
    <fieldset>
      <legend>
        <h2 className="text-xl">Payment</h2>
      </legend>
      {cod && (
        <div className="mt-3 grid gap-2.5">
          <Choice
            group="paymentMethod"
            name="Pay online"
            checked={chosen === 'online'}
            onChoose={() => onChange('online')}
          >
            {isCodPossible && cod.saves > 0 && (
              <span className="font-medium text-leaf">Pay online and save {shortRupees(cod.saves)}</span>
            )}
          </Choice>
          <Choice
            group="paymentMethod"
            name="Cash on delivery"
            checked={chosen === 'cash_on_delivery'}
            isDisabled={!isCodPossible}
            onChoose={() => onChange('cash_on_delivery')}
          >
            {isCodPossible ? `${howToPay(cod)}${fee && ` Fee: ${fee}`}` : cod.reason}
          </Choice>
        </div>
      )}
      <PaymentMarks />
    </fieldset>
  );
}

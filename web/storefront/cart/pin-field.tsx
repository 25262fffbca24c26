import { type FormEvent, useState } from 'react';
import { pinPattern } from '../../../shared/contact/pin-code.ts';
import { arrivalText, codText, notServedText } from '../../../shared/orders/delivery.ts';
import { compactText } from '../../../shared/text/plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { Quote } from './use-quote.ts';

/** The PIN code to which the cart is priced, and the answer to it. */
export function PinField({
  pin,
  quote: { delivery },
  onChange,
}: {
  pin: string;
  quote: Quote;
  onChange: (pin: string) => void;
}) {
  const [text, setText] = useState(pin);
  const [error, setError] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const entered = compactText(text);
    if (!pinPattern.test(entered)) return setError('Enter a valid PIN code');
    onChange(entered);
  }
  const isRefused = delivery?.served === false;
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex items-start gap-3">
        <Field
          label="PIN code for delivery"
          name="pin"
          value={text}
          error={error || (isRefused && notServedText(delivery.postalCode)) || null}
          inputMode="numeric"
          autoComplete="shipping postal-code"
          maxLength={10}
          onChange={(event) => {
            setText(event.target.value);
            setError('');
          }}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary" className="mt-7">
          {pin ? 'Change' : 'Check'}
        </Button>
      </div>
      <p role="status" className="mt-1.5 min-h-5 text-sm text-ink-soft">
        {delivery?.served && [arrivalText(delivery), delivery.hasCod && codText].filter(Boolean).join(' · ')}
      </p>
    </form>
  );
}

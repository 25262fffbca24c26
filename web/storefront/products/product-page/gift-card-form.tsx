import { useRef, useState } from 'react';
import { emailPattern } from '../../../../shared/contact/contact-rules.ts';
import type { Recipient } from '../../../../shared/orders/cart.ts';
import { minuteInIndia } from '../../../../shared/orders/order-date.ts';
import { EmailField, Field, TextAreaField } from '../../../ui/field.tsx';
import { BuyForm } from './buy-form.tsx';
import type { VariantChoice, ViewedProduct } from './variant-choice.ts';

const nobody: Recipient = { name: '', email: '', message: '', sendOn: '' };
const dayAfter = (days: number) => minuteInIndia(new Date(Date.now() + days * 86_400_000)).slice(0, 10);

/** Asks who gets a gift card, and when, above the buttons. Only the pages of gift cards load it. */
export function GiftCardForm({ product, choice }: { product: ViewedProduct; choice: VariantChoice }) {
  const [isOwn, setOwn] = useState(false);
  const [recipient, setRecipient] = useState(nobody);
  const [areErrorsShown, showErrors] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const problems = problemsOf(recipient);
  const field = (name: keyof Recipient) => ({
    name,
    value: recipient[name],
    error: areErrorsShown ? problems[name] : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      setRecipient({ ...recipient, [name]: target.value }),
  });

  function chosen(): Recipient | null {
    if (isOwn) return nobody;
    if (Object.keys(problems).length === 0) return tidy(recipient);
    showErrors(true);
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    return null;
  }

  return (
    <>
      <fieldset ref={fields} className="grid gap-4">
        <legend className="mb-2 text-sm font-medium">Who gets the gift card?</legend>
        <div className="flex flex-wrap gap-x-6">
          {[false, true].map((own) => (
            <label key={String(own)} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="whose"
                checked={isOwn === own}
                onChange={() => setOwn(own)}
                className="size-4.5 accent-press"
              />
              {own ? 'Send it to me' : 'Send it to someone'}
            </label>
          ))}
        </div>
        {isOwn ? (
          <p className="text-sm text-ink-soft">We mail it to the email address that you give at checkout.</p>
        ) : (
          <>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field
                label="Recipient’s name"
                required
                autoComplete="off"
                maxLength={100}
                {...field('name')}
              />
              <EmailField label="Recipient’s email" required {...field('email')} autoComplete="off" />
            </div>
            <TextAreaField label="Message" optional rows={3} maxLength={500} {...field('message')} />
            <Field
              label="Send on"
              optional
              type="date"
              min={dayAfter(0)}
              max={dayAfter(365)}
              hint="At 9 a.m. in India. Empty: at once."
              {...field('sendOn')}
            />
          </>
        )}
      </fieldset>
      <BuyForm product={product} choice={choice} recipientOf={chosen} />
    </>
  );
}

const tidy = ({ name, email, message, sendOn }: Recipient): Recipient => ({
  name: name.trim(),
  email: email.trim().toLowerCase(),
  message: message.trim(),
  sendOn: sendOn > dayAfter(0) ? sendOn : '',
});

function problemsOf({ name, email, sendOn }: Recipient): Partial<Recipient> {
  return {
    ...(!name.trim() && { name: 'Name is required' }),
    ...(!emailPattern.test(email.trim()) && { email: 'Enter a valid email address' }),
    ...(sendOn && sendOn < dayAfter(0) && { sendOn: 'This day is past' }),
    ...(sendOn > dayAfter(365) && { sendOn: 'At most a year ahead' }),
  };
}

import { useState } from 'react';
import { emailOrMobile, emailProblem, mobileProblem } from '../../../shared/contact/contact-rules.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError, FormSuccess } from '../../ui/notice.tsx';
import { useForm, type Values } from '../../ui/use-form.ts';
import { Section } from '../layout/section.tsx';

/** Requests the link of an order by email. The reply does not show whether the order exists. */
export function LookUpForm() {
  const [message, setMessage] = useState('');
  const { errors, failure, busy, props } = useForm({
    check,
    async send({ order = '', contact = '' }) {
      setMessage('');
      const { message } = await call('POST /order/look-up', {
        body: { order, ...emailOrMobile(contact) },
      });
      setMessage(message);
    },
    fallback: 'The link could not be sent. Please try again.',
    rename: { email: 'contact', mobile: 'contact' },
  });
  return (
    <Section title="Find an order" className="rounded-lg bg-card p-5 ring-1 ring-line sm:p-7">
      <p className="mt-1.5 max-w-prose text-sm text-ink-soft">
        We email the link of the order to the address that was used at checkout.
      </p>
      <form {...props} aria-label="Find an order" className="mt-5 space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Order number"
            name="order"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            hint="Six characters, as in 8B87E1."
            required
            error={errors.order}
          />
          <Field
            label="Email or Mobile"
            name="contact"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            hint="The one that you used at checkout."
            required
            error={errors.contact}
          />
        </div>
        <FormError>{failure}</FormError>
        <FormSuccess>{message}</FormSuccess>
        <Button type="submit" size="lg" busy={busy} className="max-sm:w-full">
          {busy ? 'Sending...' : 'Send Link'}
        </Button>
      </form>
    </Section>
  );
}

function check({ order = '', contact = '' }: Values) {
  const value = contact.trim();
  return {
    order: order.trim() ? undefined : 'Order number is required',
    contact: value
      ? 'email' in emailOrMobile(value)
        ? emailProblem(value)
        : mobileProblem(value)
      : 'Email or mobile is required',
  };
}

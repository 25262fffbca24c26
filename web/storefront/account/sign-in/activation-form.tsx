import { useState } from 'react';
import { mobileProblem } from '../../../../shared/contact/contact-rules.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { MobileField, NameField, NewPasswordField } from '../../../ui/field.tsx';
import { FormError, FormSuccess } from '../../../ui/notice.tsx';
import { passwordProblem, useForm, type Values } from '../../../ui/use-form.ts';
import { useDelayedNavigate } from './use-delayed-navigate.ts';

/** Proves that the shopper owns the mailbox or the order; only the email address if there is no proof yet. */
export type Proof = { email: string; token?: string; order_id?: string; order_key?: string };

/** Activates the account and opens the login page after 1.5 s. Without proof, the server emails a link instead. */
export function ActivationForm({ proof, guest }: { proof: Proof; guest?: { name: string; mobile: string } }) {
  const navigateLater = useDelayedNavigate();
  const isVerified = Boolean(proof.token ?? proof.order_id);
  const [message, setMessage] = useState('');
  const { errors, failure, busy, props } = useForm({
    check,
    async send({ name = '', phone = '', password = '' }) {
      const { message } = await call('POST /auth/activate-account', {
        body: { ...proof, name, phone, password },
      });
      setMessage(message);
      if (isVerified) navigateLater('/user-login', 1500, { identifier: proof.email });
    },
    fallback: 'Activation failed. Please try again.',
    rename: { mobile: 'phone', email: '' },
  });
  const isDone = Boolean(message && isVerified);
  const isMissing = Object.values(errors).some((text) => text?.endsWith('is required'));

  return (
    <form {...props} aria-label="Finish setting up your account" className="space-y-5">
      <NameField defaultValue={guest?.name} error={errors.name} />
      <MobileField name="phone" defaultValue={guest?.mobile} required error={errors.phone} />
      <NewPasswordField error={errors.password} />
      <FormError>{isMissing ? 'All fields are required.' : failure}</FormError>
      <FormSuccess>{message}</FormSuccess>
      <Button type="submit" size="lg" busy={busy} disabled={isDone} className="w-full">
        Set Password
      </Button>
    </form>
  );
}

function check({ name, phone = '', password }: Values) {
  return {
    name: name?.trim() ? undefined : 'Name is required',
    phone: mobileProblem(phone.trim()),
    password: passwordProblem(password),
  };
}

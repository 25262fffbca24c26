import { useState } from 'react';
import { mobileProblem } from '../../../shared/contact-rules.ts';
import type { MessageReply } from '../../../shared/contract/accounts.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, MobileField, PasswordField } from '../../ui/field.tsx';
import { passwordProblem, problems, useForm, type Values } from '../../ui/use-form.ts';
import { Failure, Success } from './auth-layout.tsx';
import { useLater } from './use-later.ts';

/** What proves that the mailbox or the purchase is hers; only the e-mail where nothing does yet. */
export type Proof = { email: string; token?: string; order_id?: string; order_key?: string };

/** Name, mobile and password of the account. Made: login after 1.5 s. Without proof the mailbox gets a link. */
export function ActivationForm({ proof, guest }: { proof: Proof; guest?: { name: string; mobile: string } }) {
  const goLater = useLater();
  const isProved = Boolean(proof.token ?? proof.order_id);
  const [told, setTold] = useState('');
  const { errors, failure, busy, props } = useForm({
    check,
    async send({ name, phone, password }) {
      const { message } = await api.post<MessageReply>('/auth/activate-account', {
        ...proof,
        name,
        phone,
        password,
      });
      setTold(message);
      if (isProved) goLater('/user-login', 1500, { identifier: proof.email });
    },
    fallback: 'Activation failed. Please try again.',
    rename: { mobile: 'phone', email: '' },
  });
  const isDone = Boolean(told && isProved);
  const isMissing = Object.values(errors).some((text) => text?.endsWith('is required'));

  return (
    <form {...props} aria-label="Finish setting up your account" className="space-y-5">
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={guest?.name}
        required
        error={errors.name}
      />
      <MobileField name="phone" defaultValue={guest?.mobile} required error={errors.phone} />
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        required
        error={errors.password}
      />
      <Failure>{isMissing ? 'All fields are required.' : failure}</Failure>
      <Success>{told}</Success>
      <Button type="submit" size="lg" busy={busy} disabled={isDone} className="w-full">
        Set Password
      </Button>
    </form>
  );
}

function check({ name, phone = '', password }: Values) {
  return problems({
    name: name?.trim() ? undefined : 'Name is required',
    phone: mobileProblem(phone.trim()),
    password: passwordProblem(password),
  });
}

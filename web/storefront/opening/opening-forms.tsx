import { useEffect, useState } from 'react';
import { emailProblem } from '../../../shared/contact/contact-rules.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField, PasswordField } from '../../ui/field.tsx';
import { FormError, FormSuccess, Notice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';

/** What a visitor can do while the shop is not open: ask for a mail, or enter the password. */
export function OpeningForms({ consent, hasPassword }: { consent: string; hasPassword: boolean }) {
  const [linkEnded, setLinkEnded] = useState(false);
  useEffect(() => setLinkEnded(location.hash === '#link-ended'), []);
  return (
    <div className="mt-8 text-left">
      <p className="hidden noscript:block">This form needs JavaScript.</p>
      {linkEnded && <Notice className="mb-6">This preview link does not work any more.</Notice>}
      <SignUp consent={consent} />
      {hasPassword && <Enter />}
    </div>
  );
}

function SignUp({ consent }: { consent: string }) {
  const [isDone, setDone] = useState(false);
  const { errors, failure, busy, props } = useForm({
    check: ({ email = '', agrees }) => ({
      email: emailProblem(email.trim()),
      agrees: agrees ? undefined : 'Tick the box to agree',
    }),
    async send({ email = '' }) {
      await call('POST /opening/sign-ups', { body: { email, agrees: true } });
      setDone(true);
    },
    fallback: 'Your address could not be saved. Please try again.',
  });
  if (isDone) return <FormSuccess>Thank you. We will email you when the shop opens.</FormSuccess>;
  return (
    <form {...props} aria-label="Tell me when the shop opens" className="grid gap-4">
      <EmailField label="Email" required error={errors.email} />
      <div>
        <label className="flex items-start gap-3 py-1 text-sm">
          <input
            type="checkbox"
            name="agrees"
            aria-invalid={errors.agrees ? true : undefined}
            aria-describedby={errors.agrees ? 'agrees-error' : undefined}
            className="mt-0.5 size-5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{consent}</span>
        </label>
        {errors.agrees && (
          <p id="agrees-error" role="alert" className="mt-1 text-sm text-madder">
            {errors.agrees}
          </p>
        )}
      </div>
      <Button type="submit" size="lg" busy={busy} className="justify-self-start">
        Tell me when you open
      </Button>
      <FormError>{failure}</FormError>
    </form>
  );
}

function Enter() {
  const { errors, failure, busy, props } = useForm({
    check: ({ password = '' }) => ({ password: password.trim() ? undefined : 'Password is required' }),
    async send({ password = '' }) {
      await call('POST /opening/access', { body: { password } });
      location.reload();
    },
    fallback: 'The password could not be checked. Please try again.',
  });
  return (
    <details className="mt-8 border-t border-line pt-4">
      <summary className="min-h-11 cursor-pointer content-center text-press">Enter with a password</summary>
      <form {...props} aria-label="Enter with a password" className="mt-3 grid gap-4">
        <PasswordField label="Password" name="password" autoComplete="off" required error={errors.password} />
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          Enter
        </Button>
        <FormError>{failure}</FormError>
      </form>
    </details>
  );
}

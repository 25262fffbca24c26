import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AuthReply } from '../../../shared/contract/accounts.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import officeUrl from '../office.css?url';
import { beginSession } from '../session.ts';
import { goalOf } from './goal.ts';

export const links = () => [{ rel: 'stylesheet', href: officeUrl }];
export const meta = () => [{ title: 'Sign in · Back office' }, { name: 'robots', content: 'noindex' }];

/** The way into the back office (spec §2 Admin sign-in); afterwards on to where one was going. */
export default function SignIn() {
  const [errors, setErrors] = useState<{ identifier?: string; password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => {
    const first = errors.identifier ? 'identifier' : errors.password ? 'password' : null;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }, [errors]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const identifier = String(data.get('identifier') ?? '').trim();
    const password = String(data.get('password') ?? '');
    if (!identifier) return setErrors({ identifier: 'Please enter your email or mobile number' });
    if (!password) return setErrors({ password: 'Please enter your password' });
    setErrors({});
    setBusy(true);
    try {
      const who = identifier.includes('@') ? { email: identifier } : { mobile: identifier };
      const reply = await api.post<AuthReply>('/auth/login', { ...who, password, portal: 'admin' });
      beginSession(reply.token, reply.user);
      navigate(goalOf(search), { replace: true });
    } catch (error) {
      setBusy(false);
      const told = error instanceof ApiError && error.message;
      setErrors({ form: told || 'An unexpected error occurred. Please try again.' });
    }
  }

  return (
    <main className="office grid min-h-dvh place-items-center bg-paper-deep px-4 py-10">
      <div className="w-full max-w-md rounded-lg bg-card p-6 ring-1 ring-line sm:p-9">
        <p className="motif mb-7 text-madder" aria-hidden="true" />
        <h1 className="text-2xl">Sign in to your account</h1>
        <form ref={form} onSubmit={submit} noValidate className="mt-6 grid gap-5">
          <Field
            label="Email or mobile number"
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.identifier}
            onChange={() => setErrors({})}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={errors.password}
            onChange={() => setErrors({})}
          />
          {errors.form && (
            <p role="alert" className="rounded-md bg-madder-tint px-4 py-3 text-sm text-madder">
              {errors.form}
            </p>
          )}
          <Button type="submit" busy={busy} size="lg">
            {busy ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
        <p className="mt-4 flex flex-wrap justify-between gap-x-6 text-sm">
          {[
            ['/', 'View Store'],
            ['/forgot-password', 'Forgot password?'],
          ].map(([to, words]) => (
            <a key={to} href={to} className="py-2 text-press underline underline-offset-4">
              {words}
            </a>
          ))}
        </p>
      </div>
    </main>
  );
}

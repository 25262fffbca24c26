import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { beginSession } from '../session.ts';

/** Signs an admin in and starts the session (spec §8). */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const [errors, setErrors] = useState<{ identifier?: string; password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

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
      const reply = await call('POST /auth/login', { body: { ...who, password, portal: 'admin' } });
      beginSession(reply.token, reply.user);
      onSignedIn?.();
    } catch (error) {
      setBusy(false);
      setErrors({ form: messageOf(error) });
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
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
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'network')
    return 'An unexpected error occurred. Please try again.';
  return error.code === 'unknown' ? 'Login failed' : error.message;
}

import { useState } from 'react';
import { emailOrMobile } from '../../../shared/contact/contact-rules.ts';
import type { AuthReply } from '../../../shared/contract/accounts/accounts.ts';
import type { PendingReply } from '../../../shared/contract/accounts/second-factor.ts';
import { ApiError, call } from '../../api.ts';
import { signInOrigin } from '../../sign-in-origin.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { SendSignInLink } from '../../ui/send-sign-in-link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ErrorBanner } from '../parts/page/error-banner.tsx';
import { ProveForm } from '../second-factor/prove-form.tsx';
import { beginSession } from '../session.ts';

/** Signs an admin in and starts the session (spec §8). */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const [pending, setPending] = useState<PendingReply | null>(null);
  function finish({ token, user }: AuthReply) {
    beginSession(token, user);
    onSignedIn?.();
  }
  /** The email or mobile number after too many failed attempts. */
  const [limited, setLimited] = useState('');
  // Not the form of the back office, which takes status 401 for the end of the session.
  const { errors, failure, busy, props } = useForm({
    check: ({ identifier, password }) =>
      identifier?.trim()
        ? { password: password ? undefined : 'Please enter your password' }
        : { identifier: 'Please enter your email or mobile number' },
    async send({ identifier = '', password = '' }) {
      const name = identifier.trim();
      const body = { ...emailOrMobile(name), password, portal: 'admin' as const, ...signInOrigin() };
      setLimited('');
      const reply = await call('POST /auth/login', { body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'rate_limited') setLimited(name);
        throw error;
      });
      if ('secondFactor' in reply) return setPending(reply);
      finish(reply);
    },
    fallback: 'Login failed',
    offline: 'An unexpected error occurred. Please try again.',
    rename: { email: 'identifier', mobile: 'identifier' },
  });
  if (pending) {
    const headers = { authorization: `Bearer ${pending.token}` };
    return (
      <ProveForm
        factors={pending.secondFactor}
        action="Sign in"
        getOptions={() => call('POST /auth/login/passkey-options', { headers })}
        onProof={async (body) => finish(await call('POST /auth/login/second-factor', { headers, body }))}
        onCancel={() => setPending(null)}
      />
    );
  }
  return (
    <form {...props} className="grid gap-5">
      <Field
        label="Email or mobile number"
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.identifier}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <ErrorBanner message={failure} />
      {limited && <SendSignInLink identifier={limited} portal="admin" />}
      <Button type="submit" busy={busy} size="lg">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { emailOrMobile } from '../../../../shared/contact/contact-rules.ts';
import { ApiError, call } from '../../../api.ts';
import { signInOrigin } from '../../../sign-in-origin.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { CurrentPasswordField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/notice.tsx';
import { SendSignInLink } from '../../../ui/send-sign-in-link.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { privatePage } from '../../layout/head.ts';
import { saveSession, useSession } from '../session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CodeLogin } from './code-login.tsx';
import { IdentifierField } from './identifier-field.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { useAuthRedirect, useReturnPath } from './return-path.ts';

export const meta = privatePage('/user-login', 'Log in', 'Log in to see your orders and check out faster.');

export default function LoginPage() {
  const session = useSession();
  const returnPath = useReturnPath();
  const authPath = useAuthRedirect();
  const { state } = useLocation();
  const prefilled = (state as { identifier?: string } | null)?.identifier;
  /** The email or mobile number after too many failed attempts. */
  const [limited, setLimited] = useState('');
  /** What was typed as email or mobile number, when they chose to log in with a code. */
  const [byCode, setByCode] = useState<string>();
  const { errors, failure, busy, props } = useForm({
    check: ({ identifier, password }) => ({
      identifier: identifier?.trim() ? undefined : 'Please enter your email or mobile number',
      password: password ? undefined : 'Password is required',
    }),
    async send({ identifier = '', password = '' }) {
      const credentials = emailOrMobile(identifier);
      setLimited('');
      try {
        const body = { ...credentials, password, portal: 'user' as const, ...signInOrigin() };
        const reply = await call('POST /auth/login', { body });
        // Only admins have a second factor, and they can't sign in here.
        if ('user' in reply) saveSession(reply);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rate_limited') setLimited(identifier);
        throw error;
      }
    },
    fallback: 'Login failed. Please try again.',
    rename: { email: 'identifier', mobile: 'identifier' },
  });

  const isSignedIn = session.kind === 'user';
  useEffect(() => {
    if (isSignedIn) window.location.replace(returnPath);
  }, [isSignedIn, returnPath]);

  if (byCode !== undefined)
    return (
      <AuthLayout title="Log in with a code">
        <CodeLogin identifier={byCode} onCancel={() => setByCode(undefined)} />
      </AuthLayout>
    );
  return (
    <AuthLayout title="Log in" text="Your orders, invoices and addresses in one place.">
      <form {...props} aria-label="Log in" className="space-y-5">
        <IdentifierField key={prefilled} defaultValue={prefilled} error={errors.identifier} />
        <CurrentPasswordField label="Password" name="password" error={errors.password} />
        <FormError>{failure}</FormError>
        {limited && <SendSignInLink identifier={limited} portal="user" />}
        <Button type="submit" size="lg" busy={busy} className="w-full">
          {busy ? 'Logging in...' : 'Log in'}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          className="w-full"
          onClick={({ currentTarget: { form } }) =>
            setByCode(String(new FormData(form ?? undefined).get('identifier') ?? ''))
          }
        >
          Log in with a code
        </Button>
        <PasskeyLogin />
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6 text-sm">
        <TextLink href={authPath('/forgot-password')}>Forgot password?</TextLink>
        <span className="inline-flex items-center gap-1.5">
          New here? <TextLink href={authPath('/register')}>Sign up</TextLink>
        </span>
      </div>
    </AuthLayout>
  );
}

import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { passwordProblem, problems, useForm } from '../../ui/use-form.ts';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/reset-password';
import { AuthLayout, FormError, FormSuccess, TextLink } from './auth-layout.tsx';
import { endSession } from './session.ts';
import { useDelayedNavigate } from './use-delayed-navigate.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  head(shopOf(matches), {
    title: 'Reset password',
    description: 'Choose a new password.',
    path: '/reset-password',
    hidden: true,
  });

/** /reset-password/{token} (spec §2). Opens the login page after 2 s, or that of the back office for admins. */
export default function ResetPasswordPage() {
  const { token = '' } = useParams();
  const navigateLater = useDelayedNavigate();
  const [done, setDone] = useState('');
  const { errors, failure, busy, props } = useForm({
    check: ({ password, confirm }) =>
      problems({
        password: passwordProblem(password),
        confirm: password === confirm ? undefined : 'Passwords do not match',
      }),
    async send({ password = '' }) {
      const { message, portal } = await call('PUT /auth/reset-password/:token', {
        params: { token },
        body: { password },
      });
      setDone(message || 'Password reset successfully');
      // The server has ended all sessions, including the one of this browser.
      await endSession('none');
      navigateLater(portal === 'admin' ? '/login' : '/user-login', 2000);
    },
    fallback: 'Failed to reset password',
  });

  return (
    <AuthLayout title="Reset password" text="Choose a new password. You will be signed out everywhere else.">
      <form {...props} aria-label="Reset password" className="space-y-5">
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          minLength={6}
          hint="At least 6 characters."
          required
          error={errors.password}
        />
        <PasswordField
          label="Confirm Password"
          name="confirm"
          autoComplete="new-password"
          minLength={6}
          required
          error={errors.confirm}
        />
        <FormError>{failure}</FormError>
        <FormSuccess>{done}</FormSuccess>
        <Button type="submit" size="lg" busy={busy} disabled={Boolean(done)} className="w-full">
          Reset Password
        </Button>
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6 text-sm">
        <TextLink to="/user-login">Back to login</TextLink>
        {failure && <TextLink to="/forgot-password">Send a new link</TextLink>}
      </div>
    </AuthLayout>
  );
}

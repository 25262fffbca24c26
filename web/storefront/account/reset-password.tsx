import { useState } from 'react';
import { useParams } from 'react-router';
import type { ResetReply } from '../../../shared/contract/accounts.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { passwordProblem, problems, useForm } from '../../ui/use-form.ts';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/reset-password';
import { AuthLayout, Failure, Success, TextLink } from './auth-layout.tsx';
import { endSession } from './session.ts';
import { useLater } from './use-later.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  head(shopOf(matches), {
    title: 'Reset password',
    description: 'Choose a new password.',
    path: '/reset-password',
    hidden: true,
  });

/** /reset-password/{token} (spec §2): leads to login after 2 s, an admin to the back office's. */
export default function ResetPasswordPage() {
  const { token = '' } = useParams();
  const goLater = useLater();
  const [done, setDone] = useState('');
  const { errors, failure, busy, props } = useForm({
    check: ({ password, confirm }) =>
      problems({
        password: passwordProblem(password),
        confirm: password === confirm ? undefined : 'Passwords do not match',
      }),
    async send({ password }) {
      const path = `/auth/reset-password/${encodeURIComponent(token)}`;
      const { message, portal } = await api.put<ResetReply>(path, { password });
      setDone(message || 'Password reset successfully');
      // The shop has ended all sessions; this browser's must not look alive.
      await endSession('none');
      goLater(portal === 'admin' ? '/login' : '/user-login', 2000);
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
        <Failure>{failure}</Failure>
        <Success>{done}</Success>
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

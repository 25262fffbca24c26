import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { PasswordReader } from '../../../../shared/password-rules.ts';
import { call } from '../../../api.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { NewPasswordField } from '../../../ui/field.tsx';
import { FormError, FormSuccess } from '../../../ui/notice.tsx';
import { passwordProblem, useForm } from '../../../ui/use-form.ts';
import { privatePage } from '../../layout/head.ts';
import { endSession } from '../session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useDelayedNavigate } from './use-delayed-navigate.ts';

export const meta = privatePage('/reset-password', 'Reset password', 'Choose a new password.');

const removedDetails =
  'Mobile numbers and addresses that were saved before your email address was confirmed have been removed. You can enter yours again after the login.';

const texts: Record<PasswordReader, { title: string; text: string; least?: number }> = {
  '': { title: 'Reset password', text: 'Choose a new password. You will be signed out everywhere else.' },
  admin: {
    title: 'Reset password',
    text: 'Choose a new password for the back office. You will be signed out everywhere else.',
    least: 12,
  },
  invitation: {
    title: 'Choose a password',
    text: 'You have been invited to the back office of the shop. You sign in with your email address and this password.',
    least: 12,
  },
};

/**
 * /reset-password/{token} (spec §2). Opens the login page after 2 s, or that of the back office for admins; later if there
 * is more to read.
 */
export default function ResetPasswordPage() {
  const { token = '' } = useParams();
  const navigateLater = useDelayedNavigate();
  const [done, setDone] = useState('');
  const [{ title, text, least = 6 }, setTexts] = useState(texts['']);
  // The server does not get this part of the address.
  useEffect(() => {
    const { hash } = window.location;
    if (hash === '#admin' || hash === '#invitation')
      setTexts(texts[hash === '#admin' ? 'admin' : 'invitation']);
  }, []);
  const { errors, failure, busy, props } = useForm({
    check: ({ password, confirm }) => ({
      password: passwordProblem(password, least),
      confirm: password === confirm ? undefined : 'Passwords do not match',
    }),
    async send({ password = '' }) {
      const { message, portal, hasRemovedDetails } = await call('PUT /auth/reset-password/:token', {
        params: { token },
        body: { password },
      });
      setDone(`${message || 'Password reset successfully'}${hasRemovedDetails ? `. ${removedDetails}` : ''}`);
      // The server has ended all sessions, including the one of this browser.
      await endSession('none');
      navigateLater(portal === 'admin' ? '/login' : '/user-login', hasRemovedDetails ? 12_000 : 2000);
    },
    fallback: 'Failed to reset password',
  });

  return (
    <AuthLayout title={title} text={text}>
      <form {...props} aria-label={title} className="space-y-5">
        <NewPasswordField hint={`At least ${least} characters.`} error={errors.password} />
        <NewPasswordField label="Confirm Password" name="confirm" hint="" error={errors.confirm} />
        <FormError>{failure}</FormError>
        <FormSuccess>{done}</FormSuccess>
        <Button type="submit" size="lg" busy={busy} disabled={Boolean(done)} className="w-full">
          {title === 'Reset password' ? 'Reset Password' : 'Set Password'}
        </Button>
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6 text-sm">
        <TextLink href="/user-login">Back to login</TextLink>
        {failure && <TextLink href="/forgot-password">Send a new link</TextLink>}
      </div>
    </AuthLayout>
  );
}

import { useState } from 'react';
import { emailProblem } from '../../../../shared/contact/contact-rules.ts';
import { call } from '../../../api.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/field.tsx';
import { FormError, FormSuccess } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { privatePage } from '../../layout/head.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthRedirect } from './return-path.ts';

export const meta = privatePage(
  '/forgot-password',
  'Forgot password',
  'Request a link to choose a new password.',
);

/** /forgot-password (spec §2). The reply is the same for every address. */
export default function ForgotPasswordPage() {
  const authPath = useAuthRedirect();
  const [sent, setSent] = useState('');
  const { errors, failure, busy, props } = useForm({
    check: ({ email = '' }) => ({ email: emailProblem(email.trim()) }),
    async send({ email = '' }) {
      const { message } = await call('POST /auth/forgot-password', { body: { email } });
      const text = message || 'Password reset link sent to your email';
      setSent(text);
      toast(text, 'success');
    },
    fallback: 'Failed to send reset link',
  });

  return (
    <AuthLayout
      title="Forgot password"
      text="Enter the email address of your account. We send you a link to choose a new password."
    >
      <form {...props} aria-label="Forgot password" className="space-y-5">
        <EmailField required error={errors.email} />
        <FormError>{failure}</FormError>
        <FormSuccess>
          {sent && `${sent}. The link is valid for one hour. If it does not arrive, check your spam folder.`}
        </FormSuccess>
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Send Reset Link
        </Button>
      </form>
      <p className="mt-5 text-sm">
        <TextLink href={authPath('/user-login')}>Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}

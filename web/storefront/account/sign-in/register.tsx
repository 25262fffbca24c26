import { useNavigate } from 'react-router';
import { emailProblem, mobileProblem } from '../../../../shared/contact/contact-rules.ts';
import { ApiError, call } from '../../../api.ts';
import { signInOrigin } from '../../../sign-in-origin.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { EmailField, MobileField, NameField, NewPasswordField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { passwordProblem, useForm, type Values } from '../../../ui/use-form.ts';
import { privatePage } from '../../layout/head.ts';
import { AuthLayout } from './auth-layout.tsx';
import { useAuthRedirect } from './return-path.ts';

export const meta = privatePage(
  '/register',
  'Sign up',
  'Create an account to keep your orders in one place.',
);

const failed = 'Registration failed';

/** /register (spec §2): a name, a password, and an email or a mobile number. */
export default function RegisterPage() {
  const navigate = useNavigate();
  const authPath = useAuthRedirect();
  const { errors, busy, props } = useForm({ check, send, fallback: failed });

  async function send({ name = '', email, mobile, password = '' }: Values) {
    try {
      const { token } = await call('POST /auth/register', {
        // Empty fields are left out (spec §5).
        body: {
          name,
          email: email?.trim() || undefined,
          mobile: mobile?.trim() || undefined,
          password,
          device: signInOrigin().device,
        },
      });
      // The shopper logs in on the next page, so this session is not used.
      call('POST /auth/logout', { headers: { authorization: `Bearer ${token}` } }).catch(() => {});
    } catch (error) {
      const guest = guestEmail(error);
      if (guest) return void navigate(`/activate-account?${new URLSearchParams({ email: guest })}`);
      toast((error instanceof ApiError && error.serverMessage) || failed, 'error');
      throw error;
    }
    toast('Registered successfully!', 'success');
    navigate(authPath('/user-login'), { state: { identifier: email || mobile } });
  }

  return (
    <AuthLayout
      title="Sign up"
      text="One place for your orders, invoices and addresses, and a quicker checkout."
    >
      <form {...props} aria-label="Sign up" className="space-y-5">
        <NameField error={errors.name} />
        <EmailField error={errors.email} />
        <MobileField
          hint="Enter an email, a mobile number or both. We send messages to the email."
          error={errors.mobile}
        />
        <NewPasswordField label="Password" error={errors.password} />
        <Button type="submit" size="lg" busy={busy} className="w-full">
          {busy ? 'Signing up...' : 'Sign up'}
        </Button>
      </form>
      <p className="mt-5 flex items-center gap-1.5 text-sm">
        Already have an account? <TextLink href={authPath('/user-login')}>Log in</TextLink>
      </p>
    </AuthLayout>
  );
}

function check({ name, email = '', mobile = '', password }: Values) {
  const [hasEmail, hasMobile] = [email.trim() !== '', mobile.trim() !== ''];
  return {
    name: name?.trim() ? undefined : 'Name is required',
    email: hasEmail ? emailProblem(email.trim()) : hasMobile ? undefined : 'Email or mobile is required',
    mobile: hasMobile ? mobileProblem(mobile.trim()) : undefined,
    password: passwordProblem(password),
  };
}

/** The email of a 409 error for an address that has guest orders only. */
function guestEmail(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { isGuest, email } = (error.body ?? {}) as { isGuest?: boolean; email?: string };
  return isGuest ? email : undefined;
}

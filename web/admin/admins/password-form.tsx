import { adminPasswordProblem } from '../../../shared/password-rules.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { beginSession } from '../session.ts';

/** Changes the admin's password. */
export function PasswordForm({ email }: { email: string }) {
  const empty = { currentPassword: '', password: '' };
  const form = useForm({
    start: empty,
    check({ currentPassword, password }) {
      const problem = adminPasswordProblem(password, email);
      return {
        ...(!currentPassword && { currentPassword: 'Enter your current password' }),
        ...(problem && { password: problem }),
      };
    },
    async send(body) {
      const { token, user } = await call('PUT /auth/profile', { body });
      beginSession(token, user);
      toast('Your password is changed', 'success');
      form.continueWith(empty);
      void invalidate('GET /auth/admin/sessions');
    },
    failed: 'Could not change the password. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Your password" className="grid gap-4">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 12 characters, and not a common password. You are signed out everywhere else."
        {...form.field('password')}
      />
      <ErrorText>{form.failure}</ErrorText>
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}

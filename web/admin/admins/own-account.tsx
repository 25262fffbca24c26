import type { AuthReply } from '../../../shared/contract/accounts.ts';
import { adminPasswordProblem } from '../../../shared/password-rules.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { problems } from '../../ui/use-form.ts';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { beginSession, useSession } from '../session.ts';

/** One's own name and password. A new password ends all other sessions. */
export function OwnAccount({ onPassword }: { onPassword: () => void }) {
  const session = useSession();
  if (session.state !== 'in') return null;
  const { user } = session;
  return (
    <section aria-labelledby="own-heading" className="grid gap-6">
      <h2 id="own-heading" className="text-lg">
        Your account
      </h2>
      <NameForm name={user.name} />
      <PasswordForm email={user.email} onSaved={onPassword} />
    </section>
  );
}

function NameForm({ name }: { name: string }) {
  const { errors, failure, busy, props } = useOfficeForm({
    check: (values) => problems({ name: values.name?.trim() ? undefined : 'Name is required' }),
    async send(values) {
      const reply = await api.put<AuthReply>('/auth/profile', values);
      beginSession(reply.token, reply.user);
      toast('Saved', 'success');
    },
    fallback: 'Could not save. Please try again.',
  });
  return (
    <form {...props} aria-label="Your name" className="flex flex-wrap items-end gap-3">
      <Field
        label="Name"
        name="name"
        hint="As the log and the timelines of orders show it."
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
        error={errors.name || failure}
        className="min-w-0 flex-1 basis-full"
      />
      <Button type="submit" variant="secondary" busy={busy}>
        Save name
      </Button>
    </form>
  );
}

function PasswordForm({ email, onSaved }: { email: string; onSaved: () => void }) {
  const { errors, failure, busy, props } = useOfficeForm({
    check: ({ password = '', currentPassword }) =>
      problems({
        currentPassword: currentPassword ? undefined : 'Enter your current password',
        password: adminPasswordProblem(password, email),
      }),
    async send(values) {
      const reply = await api.put<AuthReply>('/auth/profile', values);
      beginSession(reply.token, reply.user);
      toast('Your password is changed', 'success');
      props.ref.current?.reset();
      onSaved();
    },
    fallback: 'Could not change the password. Please try again.',
  });
  return (
    <form {...props} aria-label="Your password" className="grid gap-4">
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 12 characters, and none that others choose too. You are signed out everywhere else."
        error={errors.password}
      />
      {failure && (
        <p role="alert" className="text-madder">
          {failure}
        </p>
      )}
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}

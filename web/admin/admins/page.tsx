import { profileRequest } from '../../../shared/contract/accounts/accounts.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { useMay } from '../parts/me.ts';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { SecondFactors } from '../second-factor/second-factors.tsx';
import { beginSession, useSession } from '../session.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { StaffList } from './staff-list.tsx';

/** The admins of the back office, and the own account. Who may not manage staff sees only the own account. */
export default function StaffPage() {
  const managesStaff = useMay()('staff.manage');
  return (
    <>
      <SettingsHead title={managesStaff ? 'Staff' : 'Your account'} />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {managesStaff && <StaffList />}
        <div className="grid gap-10">
          <OwnAccount />
          <SecondFactors />
          <OwnSessions />
        </div>
      </div>
    </>
  );
}

/** The admin's own name and password. A new password ends all other sessions. */
function OwnAccount() {
  const session = useSession();
  if (session.state !== 'in') return null;
  const { user } = session;
  return (
    <section aria-labelledby="own-heading" className="grid gap-6">
      <h2 id="own-heading" className="text-lg">
        Your account
      </h2>
      <NameForm name={user.name} />
      <PasswordForm email={user.email} />
    </section>
  );
}

function NameForm({ name }: { name: string }) {
  const form = useForm({
    start: { name },
    check: (input) => errorsIn(profileRequest, input),
    async send(body) {
      const { token, user } = await call('PUT /auth/profile', { body });
      beginSession(token, user);
      toast('Saved', 'success');
    },
    failed: 'Could not save. Please try again.',
  });
  const field = form.field('name');
  return (
    <form {...form.props} aria-label="Your name" className="flex flex-wrap items-end gap-3">
      <Field
        label="Name"
        hint="Shown in the log and in the timelines of orders."
        autoComplete="name"
        maxLength={100}
        {...field}
        error={field.error ?? form.failure}
        className="min-w-0 flex-1 basis-full"
      />
      <Button type="submit" variant="secondary" busy={form.busy}>
        Save name
      </Button>
    </form>
  );
}

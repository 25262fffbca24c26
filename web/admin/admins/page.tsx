import { useQuery } from '@tanstack/react-query';
import { profileRequest } from '../../../shared/contract/accounts/accounts.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction, useMay } from '../parts/data.ts';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { SecondFactors } from '../second-factor/second-factors.tsx';
import { beginSession, useSession } from '../session.ts';
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

const failed = 'Could not sign out. Please try again.';

function OwnSessions() {
  const sessions = useQuery(read('GET /auth/admin/sessions'));
  const end = useAction(async (id: string) => {
    await call('DELETE /auth/admin/sessions/:id', { params: { id } });
    await signedOut();
  }, failed);
  const endOthers = useAction(async () => {
    await call('DELETE /auth/admin/sessions');
    await signedOut();
  }, failed);
  async function signedOut() {
    toast('Signed out there', 'success');
    await invalidate('GET /auth/admin/sessions');
  }

  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="mb-3 text-lg">
        Where you are signed in
      </h2>
      <Loaded
        query={sessions}
        failed="Failed to load where you are signed in."
        loading={<SkeletonRows rows={2} />}
      >
        {(data) => (
          <>
            <ul className="divide-y divide-line rounded-md ring-1 ring-line">
              {data.map(({ _id, device, deviceName, addressBlock, createdAt, lastUsedAt, isThis }) => (
                <li key={_id} className="flex items-center gap-3 p-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 font-medium" title={device}>
                      {deviceName}
                      {isThis && <Badge tone="success">This browser</Badge>}
                    </p>
                    <p className="figures text-xs text-ink-soft">Last used {orderDate(lastUsedAt)}</p>
                    <p className="figures text-xs text-ink-soft">
                      Since {orderDate(createdAt)}
                      {addressBlock && `, network ${addressBlock}`}
                    </p>
                  </div>
                  {!isThis && (
                    <Button
                      variant="ghost"
                      busy={end.input === _id}
                      aria-label={`Sign out ${deviceName}, since ${orderDate(createdAt)}`}
                      onClick={() => end.run(_id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {data.length > 1 && (
              <Button
                variant="secondary"
                busy={endOthers.busy}
                onClick={() => endOthers.run()}
                className="mt-3"
              >
                Sign out everywhere else
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

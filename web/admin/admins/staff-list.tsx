import { useQuery } from '@tanstack/react-query';
import { Mail, Pencil, Plus, UserMinus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type AdminPerson, inviteRequest, staffChange } from '../../../shared/contract/accounts/admins.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field, SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction, useMe } from '../parts/data.ts';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { namesById, Options } from '../parts/list/filters.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';
import { endSession } from '../session.ts';

/** All admins with their roles, and the buttons to invite, change and remove one. */
export function StaffList() {
  const admins = useQuery(read('GET /auth/admin/admins'));
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<AdminPerson | null>(null);
  const [removing, setRemoving] = useState<AdminPerson | null>(null);
  const resend = useAction(async ({ _id, email }: AdminPerson) => {
    await call('POST /auth/admin/admins/:id/invite', { params: { id: _id } });
    toast(`The invitation was sent to ${email} again`, 'success');
  }, 'The invitation could not be sent. Please try again.');
  return (
    <section aria-labelledby="people-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="people-heading" className="text-lg">
          Who works here
        </h2>
        <Button icon={Plus} onClick={() => setInviting(true)}>
          Invite admin
        </Button>
      </div>
      <Loaded
        query={admins}
        failed="Failed to load admins. Please try again later."
        loading={<SkeletonRows rows={3} />}
      >
        {(data) => (
          <ul className="divide-y divide-line rounded-md ring-1 ring-line">
            {data.map((person) => (
              <li key={person._id} className="flex items-center gap-1 p-3">
                <Person person={person} />
                {person.invited && !person.disabled && (
                  <IconButton
                    icon={Mail}
                    label={`Send the invitation of ${person.name} again`}
                    title="Send the invitation again"
                    disabled={resend.busy}
                    onClick={() => resend.run(person)}
                  />
                )}
                <IconButton
                  icon={Pencil}
                  label={`Change the role of ${person.name}`}
                  title="Role and access"
                  onClick={() => setChanging(person)}
                />
                {data.length > 1 && (
                  <IconButton
                    icon={UserMinus}
                    label={`Remove ${person.name}`}
                    title="Remove"
                    onClick={() => setRemoving(person)}
                    className="hover:text-madder"
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="mt-3 text-ink-soft">
        A role decides what an admin sees and does. The log records the changes of each admin.
      </p>
      {inviting && <InviteAdmin onClose={() => setInviting(false)} />}
      {changing && <ChangeAdmin person={changing} onClose={() => setChanging(null)} />}
      {removing && <RemoveAdmin person={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function Person({ person }: { person: AdminPerson }) {
  const { name, email, role, isYou, disabled, invited, lastSignInAt } = person;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="wrap-anywhere">{name}</span>
        <Badge tone="accent">{role.name}</Badge>
        {isYou && <Badge>You</Badge>}
        {disabled && <Badge tone="danger">Disabled</Badge>}
        {invited && <Badge tone="warning">Invited</Badge>}
      </p>
      <p className="text-ink-soft wrap-anywhere">{email}</p>
      <p className="figures text-xs text-ink-soft">
        {lastSignInAt ? `Last sign-in ${orderDate(lastSignInAt)}` : 'Has not signed in yet'}
      </p>
    </div>
  );
}

type Props = { person: AdminPerson; onClose: () => void };

function InviteAdmin({ onClose }: { onClose: () => void }) {
  /** The address of a shopper whose account would become an admin's. */
  const [shopper, setShopper] = useState('');
  const form = useForm({
    start: { name: '', email: '', role: '', promote: false },
    check: (input) => errorsIn(inviteRequest, input),
    async send(input) {
      try {
        // The admin has agreed to promote this account, and no other.
        const body = { ...input, promote: input.promote && input.email === shopper };
        const { email } = await call('POST /auth/admin/admins', { body });
        toast(`The invitation was sent to ${email}`, 'success');
        void invalidate('GET /auth/admin/admins');
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'has_account') setShopper(input.email);
        throw error;
      }
    },
    failed: 'Could not invite the admin. Please try again.',
  });
  return (
    <FormDialog title="Invite admin" form={form} onClose={onClose} action="Send invitation">
      <Field label="Name" required autoFocus autoComplete="off" maxLength={100} {...form.field('name')} />
      <EmailField
        required
        autoComplete="off"
        hint="The invitation is sent there. Its link is valid for seven days."
        {...form.field('email')}
      />
      <RoleField {...form.field('role')} />
      {shopper && (
        <label className="flex items-start gap-3 rounded-md bg-turmeric-tint p-3 text-turmeric-ink">
          <input type="checkbox" {...form.flag('promote')} className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            Make the account of {shopper} an admin’s. It keeps its name and orders, needs a new password, and
            is signed out everywhere.
          </span>
        </label>
      )}
    </FormDialog>
  );
}

function ChangeAdmin({ person, onClose }: Props) {
  const form = useForm({
    start: { role: person.role._id, disabled: person.disabled },
    check: (input) => errorsIn(staffChange, input),
    async send(body) {
      await call('PUT /auth/admin/admins/:id', { params: { id: person._id }, body });
      toast('Saved', 'success');
      void invalidate('GET /auth/admin/admins', 'GET /auth/admin/roles', 'GET /auth/admin/me');
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  return (
    <FormDialog title={person.name} form={form} onClose={onClose}>
      <RoleField {...form.field('role')} />
      <label className="flex items-start gap-3">
        <input type="checkbox" {...form.flag('disabled')} className="mt-0.5 size-5 shrink-0" />
        <span>
          Disabled
          <span className="block text-ink-soft">
            They are signed out everywhere and can’t sign in until you clear this.
          </span>
        </span>
      </label>
    </FormDialog>
  );
}

function RemoveAdmin({ person, onClose }: Props) {
  const { _id: id, name, email, isYou } = person;
  const form = useForm({
    start: {},
    async send() {
      await call('DELETE /auth/admin/admins/:id', { params: { id } });
      if (isYou) return endSession();
      toast(`${name} was removed`, 'success');
      void invalidate('GET /auth/admin/admins');
      onClose();
    },
    failed: 'Could not remove the admin. Please try again.',
  });
  const title = isYou ? 'Give up your own access?' : 'Remove this admin?';
  return (
    <FormDialog title={title} form={form} onClose={onClose} action="Remove" variant="danger">
      <p className="wrap-anywhere">
        <strong>{name}</strong> ({email}) is signed out everywhere and can no longer sign in here. The log is
        kept. The account remains as a shopper’s account.
      </p>
    </FormDialog>
  );
}

function RoleField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const me = useMe();
  const { data: roles = [] } = useQuery(read('GET /auth/admin/roles'));
  const mayGive = roles.filter(
    ({ _id, permissions }) =>
      (_id !== 'owner' || me?.role._id === 'owner') &&
      permissions.every((needed) => me?.permissions.includes(needed)),
  );
  return (
    <SelectField label="Role" required hint="What each role may do is on the Roles page." {...props}>
      <option value="">Choose a role</option>
      <Options labels={namesById(mayGive)} />
    </SelectField>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { type AdminPerson, inviteRequest, staffChange } from '../../../shared/contract/accounts/admins.ts';
import { ApiError, call } from '../../api.ts';
import { EmailField, Field, SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { namesById, Options } from '../parts/list/filters.tsx';
import { useMe } from '../parts/me.ts';
import { endSession } from '../session.ts';

type Props = { person: AdminPerson; onClose: () => void };

/** Invites an admin, who sets their password through a mailed link. */
export function InviteAdmin({ onClose }: { onClose: () => void }) {
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

/** Changes the role of an admin, or disables their account. */
export function ChangeAdmin({ person, onClose }: Props) {
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
            She is signed out everywhere and can’t sign in until you clear this.
          </span>
        </span>
      </label>
    </FormDialog>
  );
}

/** Confirms the removal of an admin. */
export function RemoveAdmin({ person, onClose }: Props) {
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

/** The choice of a role, of those that the signed-in admin may give. */
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

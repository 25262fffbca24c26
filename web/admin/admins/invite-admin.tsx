import { useState } from 'react';
import { inviteRequest } from '../../../shared/contract/admins.ts';
import { ApiError, call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailField, Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { RoleField } from './role-field.tsx';

/** Invites an admin, who sets her password through a mailed link. */
export function InviteAdmin({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Invite admin">
      {open && <Form onClose={onClose} />}
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
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
    <form {...form.props} aria-label="Invite admin" className="grid gap-4 p-5 text-sm">
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
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Send invitation
      </DialogButtons>
    </form>
  );
}

import { type AdminPerson, staffChange } from '../../../shared/contract/admins.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { RoleField } from './role-field.tsx';

type Props = { person: AdminPerson | null; onClose: () => void };

/** Changes the role of an admin, or disables her. */
export function ChangeAdmin({ person, onClose }: Props) {
  return (
    <Dialog open={person !== null} onClose={onClose} title={person?.name ?? ''}>
      {person && <Form person={person} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ person, onClose }: Props & { person: AdminPerson }) {
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
    <form {...form.props} aria-label={`Access of ${person.name}`} className="grid gap-4 p-5 text-sm">
      <RoleField {...form.field('role')} />
      <label className="flex items-start gap-3">
        <input type="checkbox" {...form.flag('disabled')} className="mt-0.5 size-5 shrink-0 accent-press" />
        <span>
          Disabled
          <span className="block text-ink-soft">
            She is signed out everywhere and can’t sign in until you clear this.
          </span>
        </span>
      </label>
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Save
      </DialogButtons>
    </form>
  );
}

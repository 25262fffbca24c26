import type { AdminPerson } from '../../../shared/contract/admins.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { useForm } from '../parts/form/use-form.ts';
import { endSession } from '../session.ts';

type Props = { person: AdminPerson | null; onClose: () => void };

/** Confirms the removal of an admin. */
export function RemoveAdmin({ person, onClose }: Props) {
  const title = person?.isYou ? 'Give up your own access?' : 'Remove this admin?';
  return (
    <Dialog open={person !== null} onClose={onClose} title={title}>
      {person && <Form person={person} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ person, onClose }: Props & { person: AdminPerson }) {
  const form = useForm({
    start: {},
    async send() {
      await call('DELETE /auth/admin/admins/:id', { params: { id: person._id } });
      if (person.isYou) return endSession();
      toast(`${person.name} was removed`, 'success');
      void invalidate('GET /auth/admin/admins');
      onClose();
    },
    failed: 'Could not remove the admin. Please try again.',
  });
  return (
    <form {...form.props} aria-label="Remove admin" className="grid gap-4 p-5 text-sm">
      <p className="wrap-anywhere">
        <strong>{person.name}</strong> ({person.email}) is signed out everywhere and can no longer sign in
        here. The log is kept. The account remains as a shopper’s account.
      </p>
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy} variant="danger">
        Remove
      </DialogButtons>
    </form>
  );
}

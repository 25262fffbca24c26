import type { AdminPerson } from '../../../shared/contract/admins.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { problems } from '../../ui/use-form.ts';
import { useOfficeForm } from '../parts/use-office-form.ts';
import { endSession } from '../session.ts';
import { Proof } from './proof.tsx';

type Props = { person: AdminPerson | null; onClose: () => void; onRemoved: () => void };

/** Asks before someone loses the back office. */
export function RemoveAdmin({ person, onClose, onRemoved }: Props) {
  const title = person?.isYou ? 'Give up your own access?' : 'Remove this admin?';
  return (
    <Dialog open={person !== null} onClose={onClose} title={title}>
      {person && <Form person={person} onClose={onClose} onRemoved={onRemoved} />}
    </Dialog>
  );
}

function Form({ person, onClose, onRemoved }: Props & { person: AdminPerson }) {
  const { errors, failure, busy, props } = useOfficeForm({
    check: ({ currentPassword }) =>
      problems({ currentPassword: currentPassword ? undefined : 'Enter your current password' }),
    async send(body) {
      await api.delete(`/auth/admin/admins/${person._id}`, { body });
      if (person.isYou) return endSession();
      toast(`${person.name} was removed`, 'success');
      onRemoved();
      onClose();
    },
    fallback: 'Could not remove the admin. Please try again.',
  });
  return (
    <form {...props} aria-label="Remove admin" className="grid gap-4 p-5 text-sm">
      <p className="wrap-anywhere">
        <strong>{person.name}</strong> ({person.email}) is signed out everywhere and can’t come back in. The
        log keeps what was done. The account stays as one of a shopper.
      </p>
      <Proof
        action="Remove"
        variant="danger"
        error={errors.currentPassword}
        {...{ failure, busy, onClose }}
      />
    </form>
  );
}

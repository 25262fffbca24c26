import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { counted } from '../parts/text.ts';
import { useForm } from '../parts/form/use-form.ts';

type Props = { count: number; onClose: () => void; onReject: (reason: string) => Promise<void> };

/** Asks why reviews are rejected; the buyers see the reason. */
export function RejectDialog({ count, onClose, onReject }: Props) {
  return (
    <Dialog open={count > 0} onClose={onClose} title={`Reject ${counted(count, 'review')}`}>
      <RejectForm onClose={onClose} onReject={onReject} />
    </Dialog>
  );
}

function RejectForm({ onClose, onReject }: Omit<Props, 'count'>) {
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'Reason is required' }),
    async send({ reason }) {
      await onReject(reason);
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  const field = form.field('reason');
  return (
    <form {...form.props} className="grid gap-5 p-5 text-sm">
      <p>
        Reject only what is not about the product, offends, or contains personal data. A review that is merely
        bad must be published.
      </p>
      <TextAreaField
        label="Reason"
        rows={3}
        maxLength={300}
        hint="The buyer sees it, and can change the review."
        {...field}
        error={field.error ?? form.failure}
      />
      <DialogButtons onCancel={onClose} type="submit" variant="danger" busy={form.busy}>
        Reject
      </DialogButtons>
    </form>
  );
}

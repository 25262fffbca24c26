import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';

/** The end of a form that lets someone in or out: one's own password, what went wrong, and the buttons. */
export function Proof(props: {
  /** The words of the button that does it. */
  action: string;
  variant: 'primary' | 'danger';
  error: string | undefined;
  failure: string;
  busy: boolean;
  onClose: () => void;
}) {
  const { action, variant, error, failure, busy, onClose } = props;
  return (
    <>
      <PasswordField
        label="Your current password"
        name="currentPassword"
        required
        autoComplete="current-password"
        hint="So that nobody does this at your unlocked screen."
        error={error}
      />
      {failure && (
        <p role="alert" className="text-madder">
          {failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} busy={busy}>
          {action}
        </Button>
      </div>
    </>
  );
}

import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { ErrorText } from '../parts/error-banner.tsx';

/** The end of a form that adds or removes an admin: your own password, the error, and the buttons. */
export function Proof(props: {
  /** The label of the submit button. */
  action: string;
  variant: 'primary' | 'danger';
  field: Omit<ComponentProps<typeof PasswordField>, 'label'>;
  failure: string;
  busy: boolean;
  onClose: () => void;
}) {
  const { action, variant, field, failure, busy, onClose } = props;
  return (
    <>
      <PasswordField
        label="Your current password"
        required
        autoComplete="current-password"
        hint="It protects you if someone else uses your unlocked screen."
        {...field}
      />
      <ErrorText>{failure}</ErrorText>
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

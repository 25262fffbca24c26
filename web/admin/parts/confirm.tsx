import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Asks before an action (spec §4 Delete dialog): open, then busy, then closed. `open` is what the action is about, or
 * true; null or false while the dialog is closed.
 */
export function Confirm<Subject>({
  open,
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  open: Subject | null | false;
  title: ReactNode;
  /** The label of the confirming button. */
  action: string;
  onConfirm: (subject: Subject) => Promise<void>;
  onClose: () => void;
  children: ReactNode | ((subject: Subject) => ReactNode);
}) {
  const [busy, setBusy] = useState(false);
  const isOpen = open !== null && open !== false;
  async function confirm() {
    if (!isOpen) return;
    setBusy(true);
    await onConfirm(open).finally(() => setBusy(false));
    onClose();
  }
  return (
    <Dialog open={isOpen} onClose={busy ? () => {} : onClose} title={title}>
      <div className="grid gap-6 p-5 text-sm">
        <div className="wrap-break-word">
          {typeof children === 'function' ? isOpen && children(open) : children}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" onClick={confirm} busy={busy}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

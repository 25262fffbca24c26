import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before something goes: open, then busy, then closed (spec §4 Delete dialog). */
export function Confirm({
  open,
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  /** The words of the button that does it. */
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    await onConfirm().finally(() => setBusy(false));
    onClose();
  }
  return (
    <Dialog open={open} onClose={busy ? () => {} : onClose} title={title}>
      <div className="grid gap-6 p-5 text-sm">
        <div className="wrap-break-word">{children}</div>
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

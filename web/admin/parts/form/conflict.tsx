import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/**
 * Asks which version to keep if another admin saved the same object in the meantime. Closing it returns to the form.
 * Without `onLoad` there is no version to load, because the other admin removed the object.
 */
export function ConflictDialog(props: {
  open: boolean;
  /** The kind of object: `product`, `policy`, `site info`. */
  noun: string;
  busy: boolean;
  onClose: () => void;
  onLoad?: (() => void) | undefined;
  onOverwrite: () => void;
  children: ReactNode;
}) {
  const { open, noun, busy, onClose, onLoad, onOverwrite, children } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Someone else changed this ${noun}`}>
      <div className="grid gap-5 p-5 text-sm">
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          {onLoad && (
            <Button variant="secondary" onClick={onLoad}>
              Load saved version
            </Button>
          )}
          <Button busy={busy} onClick={onOverwrite}>
            {onLoad ? 'Overwrite' : 'Save my version'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Shown after another admin's version replaced the input, which can be restored. */
export function RestoreOwn({ onRestore }: { onRestore: () => void }) {
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-press-tint px-4 py-2"
    >
      The other admin’s version is loaded. You can restore your input until you leave this page.
      <button
        type="button"
        onClick={onRestore}
        className="min-h-11 font-semibold text-press underline underline-offset-4"
      >
        Restore my input
      </button>
    </p>
  );
}

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Toaster } from './toast.tsx';

/**
 * A native modal dialog: the browser traps the focus, gives it back, and closes on Escape; a press on the
 * backdrop closes too, and the page behind does not scroll. Without `onClose` only what it holds can end it.
 * `bare` leaves out the head with title and close button: the content then brings its own, and the title is only
 * announced.
 */
export function Dialog({
  open,
  onClose,
  title,
  variant = 'center',
  bare = false,
  className = '',
  children,
}: {
  open: boolean;
  onClose: (() => void) | null;
  title: ReactNode;
  variant?: 'center' | 'right' | 'bottom' | 'wide';
  bare?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressStartedOnBackdrop = useRef(false);
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press on the backdrop has its key, Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`sheet sheet-${variant} ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // The news of a closing comes a moment later: it may be open anew.
        if (!open || dialog.current?.open) return;
        if (onClose) onClose();
        // A second Escape closes whatever was said to the first.
        else dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        pressStartedOnBackdrop.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // Not where a text was marked and the pointer let go beside the dialog.
        if (event.target === dialog.current && pressStartedOnBackdrop.current) onClose?.();
      }}
    >
      {hasOpened && (
        <div className="flex min-h-full flex-col">
          {bare ? (
            <h2 id={titleId} className="sr-only">
              {title}
            </h2>
          ) : (
            <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-paper py-2 pr-2 pl-5">
              <h2 id={titleId} className="min-h-11 content-center text-lg">
                {title}
              </h2>
              {onClose && <CloseButton onClick={onClose} />}
            </div>
          )}
          {children}
        </div>
      )}
      {open && <Toaster />}
    </dialog>
  );
}

/** The round button with a cross. */
export function CloseButton({ onClick, label = 'Close' }: { onClick: () => void; label?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-paper-deep hover:text-ink"
    >
      <X className="size-5" aria-hidden="true" />
    </button>
  );
}

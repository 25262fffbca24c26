import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Toaster } from './toast.tsx';

/**
 * A native modal dialog: the browser traps and restores the focus and closes on Escape. A click on the backdrop also
 * closes it, and the page behind does not scroll. Without `onClose` only its content can close it. `bare` hides the
 * header with title and close button; the title is still announced.
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
  variant?: 'center' | 'right' | 'wide';
  bare?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pressStartedOnBackdrop = useRef(false);
  const [hasOpened, setHasOpened] = useState(open);
  if (open && !hasOpened) setHasOpened(true);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    if (!element.open) element.showModal();
    // Also before it is removed while it is open, which would not restore the focus.
    return () => element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard equivalent of the click on the backdrop is Escape
    <dialog
      ref={dialog}
      aria-labelledby={hasOpened ? titleId : undefined}
      className={`dialog dialog-${variant} ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // The event is asynchronous: the dialog may be open again.
        if (!open || dialog.current?.open) return;
        if (onClose) onClose();
        // Browsers close on a second Escape, even if the first was prevented.
        else dialog.current?.showModal();
      }}
      onPointerDown={(event) => {
        pressStartedOnBackdrop.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // Not at the end of a drag that started inside the dialog.
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

/** A round button with a cross. */
export function CloseButton({ onClick, label = 'Close' }: { onClick: () => void; label?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-paper-deep hover:text-ink"
    >
      <X className="size-5" />
    </button>
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error message, with buttons to try again and to dismiss it. Empty without a message. */
export function ErrorBanner(props: { message: string; onDismiss?: () => void; onRetry?: () => void }) {
  const { message, onDismiss, onRetry } = props;
  if (!message) return null;
  return (
    <div
      role="alert"
      className="mb-4 flex items-center justify-between gap-3 rounded-md bg-madder-tint py-1 pr-1 pl-4 text-madder"
    >
      <p className="mr-auto py-2 wrap-break-word">{message}</p>
      {onRetry && (
        <button
          type="button"
          onClick={onRetry}
          className="min-h-11 shrink-0 pr-3 font-semibold underline underline-offset-4 lg:min-h-8"
        >
          Try again
        </button>
      )}
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-card/50 lg:size-9"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  );
}

/** An error message below its field or in its form. Empty without a message. */
export function ErrorText({ className = '', children }: { className?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className={`font-medium text-madder ${className}`}>
      {children}
    </p>
  );
}

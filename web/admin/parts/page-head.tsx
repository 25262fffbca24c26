import { type ReactNode, useEffect } from 'react';

/** Title of a page and what can be done on it. */
export function PageHead(props: { title: string; subtitle?: ReactNode; children?: ReactNode }) {
  const { title, subtitle, children } = props;
  useEffect(() => {
    document.title = `${title} · Back office`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <h1 className="text-2xl">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

/** A line that says what could not be loaded, with a way to try again. */
export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md bg-madder-tint px-4 py-3 text-madder"
    >
      <p>{message}</p>
      <button type="button" onClick={onRetry} className="min-h-8 font-semibold underline underline-offset-4">
        Try again
      </button>
    </div>
  );
}

/** Rows that have yet to come. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className="skeleton h-14" />
      ))}
    </div>
  );
}

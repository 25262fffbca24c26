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

/** Placeholders of rows that are loading. */
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

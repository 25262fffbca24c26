import type { ReactNode } from 'react';

/** A part of the dashboard: its title and what stands beside it, under a hairline. */
export function Section(props: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { title, aside, className = '', children } = props;
  return (
    <section aria-label={title} className={`min-w-0 border-t border-line-strong pt-2 ${className}`}>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Lines that have yet to come, as high as those that will. */
export function SkeletonLines({ count, height }: { count: number; height: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={`flex items-center ${height}`}>
          <div className="skeleton h-1/2 w-full" />
        </div>
      ))}
    </div>
  );
}

import type { ReactNode } from 'react';

/** What a section of the dashboard shows; `data` is undefined while it is loading. */
export type Shown<Data> = { data: Data | undefined; className?: string };

type Frame = { title: string; aside?: ReactNode; className?: string };

/** A section of the dashboard under a line: its title, with `aside` beside it. */
export function Section({ title, aside, className = '', children }: Frame & { children: ReactNode }) {
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

type DataProps<Data> = Frame &
  Shown<Data> & {
    lines: number;
    height?: 'h-11' | 'h-14';
    /** Shown if the data is an empty list. */
    empty?: ReactNode;
    children: (data: Data) => ReactNode;
  };

/** A section with all states of its data. */
export function DataSection<Data>(props: DataProps<Data>) {
  const { data, lines, height = 'h-14', empty, children, ...frame } = props;
  const isEmpty = Array.isArray(data) && data.length === 0;
  return (
    <Section {...frame}>
      {data === undefined && (
        <div role="status">
          <span className="sr-only">Loading…</span>
          {Array.from({ length: lines }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <div key={i} className={`flex items-center ${height}`}>
              <div className="skeleton h-1/2 w-full" />
            </div>
          ))}
        </div>
      )}
      {isEmpty && <div className="py-3 text-ink-soft">{empty}</div>}
      {data !== undefined && !isEmpty && children(data)}
    </Section>
  );
}

const percent = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** `+12%`; nothing to say where nothing was sold before. */
export const growth = (amount: number, before: number): string | null =>
  before > 0 ? percent.format(amount / before - 1).replace('-', '−') : null;

const dayAndMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `21 Nov` from `2026-11-21`. */
export const shortDay = (day: string): string => dayAndMonth.format(new Date(day));

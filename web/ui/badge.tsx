import type { ReactNode } from 'react';

type Tone = 'plain' | 'sale' | 'accent' | 'success' | 'warning' | 'danger' | 'ink';

/** A short label on a tinted background. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

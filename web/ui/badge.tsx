import type { ReactNode } from 'react';

const tones = {
  plain: 'bg-paper-deep text-ink',
  sale: 'bg-madder text-on-madder',
  accent: 'bg-turmeric-tint text-turmeric-ink',
  success: 'bg-leaf-tint text-leaf',
  warning: 'bg-turmeric-tint text-turmeric-ink',
  danger: 'bg-madder-tint text-madder',
  ink: 'bg-ink text-paper',
};

/** A short label on a tinted background. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>;
}

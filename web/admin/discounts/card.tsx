import type { ReactNode } from 'react';

/** A part of the page of a discount. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 rounded-lg bg-card p-5 ring-1 ring-line">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

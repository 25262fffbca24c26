import type { ReactNode } from 'react';

/** A section of an order's details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1.5 text-base">{title}</h2>
      {children}
    </section>
  );
}

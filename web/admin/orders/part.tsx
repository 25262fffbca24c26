import type { ReactNode } from 'react';

/** A part of an order's details under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-1.5 text-base">{title}</h2>
      {children}
    </section>
  );
}

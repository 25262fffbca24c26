import type { ReactNode } from 'react';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';

/** A section of an order's details. */
export function Section(props: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base">{props.title}</h2>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}

import type { ReactNode } from 'react';

/** A part of a page of the guide, with its title and what it is for. */
export function Card({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5"
    >
      <div>
        <h2 className="text-lg">{title}</h2>
        {text && <p className="mt-1 max-w-prose text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}

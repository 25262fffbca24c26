import type { ReactNode } from 'react';
import { Link } from 'react-router';

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

/** A figure with its label; `value` is undefined while it is loading. */
type Figure = { label: string; value: string | undefined; to?: string; strong?: boolean };

/** Figures at the top of a page, each in a box that may link to a list. */
export function Figures({ figures, className }: { figures: Figure[]; className: string }) {
  return (
    <ul aria-label="Figures" className={`grid grid-cols-2 gap-3 ${className}`}>
      {figures.map(({ label, value, to, strong = false }) => {
        const look = `block rounded-md p-4 ring-1 ${strong ? 'bg-press-tint ring-press-tint' : 'bg-card ring-line'}`;
        const content = (
          <>
            <span className={`block text-xs ${strong ? 'text-press' : 'text-ink-soft'}`}>{label}</span>
            <span className="figures mt-1 block truncate font-serif text-base font-semibold sm:text-xl">
              {value ?? <span className="skeleton block h-lh w-16" />}
            </span>
          </>
        );
        return (
          <li key={label} className="min-w-0">
            {to ? (
              <Link to={to} className={`${look} hover:ring-line-strong`}>
                {content}
              </Link>
            ) : (
              <div className={look}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

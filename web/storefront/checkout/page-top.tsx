import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A notice for shops in test mode. */
export function TestMode() {
  return (
    <p className="mb-4 rounded-md bg-turmeric-tint px-4 py-2 text-sm font-medium text-turmeric-ink">
      Test mode: no real payment is taken
    </p>
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-press underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  );
}

import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';

export function TestMode() {
  return <Notice className="mb-4">Test mode: no real payment is taken</Notice>;
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-press underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" />
      {children}
    </a>
  );
}

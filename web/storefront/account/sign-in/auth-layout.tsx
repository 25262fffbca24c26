import type { ReactNode } from 'react';

/** The layout of the sign-in, registration and password pages: a narrow column below the block-print border. */
export function AuthLayout({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="shell py-10 md:py-16">
      <div className="mx-auto max-w-md">
        <div className="motif mb-7 w-40 text-turmeric" aria-hidden="true" />
        <h1 className="text-2xl">{title}</h1>
        {text && <div className="mt-3 text-ink-soft">{text}</div>}
        <p className="mt-3 hidden noscript:block">This page needs JavaScript.</p>
        <div className="mt-7">{children}</div>
      </div>
    </div>
  );
}

import { ChevronLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { SettingsTabs } from './settings-tabs.tsx';

type HeadProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** Title of a page and what can be done on it. */
export function PageHead({ title, subtitle, children }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · Back office`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <h1 className="text-2xl">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

/** The same on a page of Settings, with the tabs of all of them. */
export const SettingsHead = (props: HeadProps) => (
  <>
    <PageHead {...props} />
    <SettingsTabs />
  </>
);

/** A link above the title of a page to the list that its object is in. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
  >
    <ChevronLeft className="size-4" />
    {children}
  </Link>
);

/** A link that opens in a new tab, so that nothing is lost here. */
export const NewTab = (props: ComponentProps<'a'>) => <a target="_blank" rel="noreferrer" {...props} />;

/** Placeholders of rows that are loading. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className="skeleton h-14" />
      ))}
    </div>
  );
}

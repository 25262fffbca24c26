import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { groupsFor, settingsHome } from '../../settings/pages.ts';
import { useShownField } from '../../settings/show-field.ts';
import { read, useMay } from '../data.ts';

type HeadProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** Title of a page and what can be done on it. */
export function PageHead({ title, subtitle, children }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · Back office`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <div className="flex flex-wrap items-center gap-x-2">
          <h1 className="text-2xl">{title}</h1>
          <span className="lg:hidden">
            <PaymentMode />
          </span>
        </div>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

/** Whether real payments are taken. */
export function PaymentMode() {
  const site = useQuery(read('GET /site-info')).data;
  if (!site) return null;
  return site.testMode ? <Badge tone="warning">Test mode</Badge> : <Badge tone="success">Live</Badge>;
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
    className="mb-1 flex min-h-8 w-fit items-center gap-1 text-press underline-offset-4 hover:underline"
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

/** The groups of Settings, and below them the pages of the current one, as far as the signed-in admin may see them. */
export function SettingsTabs() {
  useShownField();
  const { pathname } = useLocation();
  const groups = groupsFor(useMay()).map(({ label, pages }) => ({
    label,
    tabs: pages.map((page) => [page.to, page.label] as const),
    first: pages[0]?.to ?? settingsHome,
  }));
  const current = groups.find(({ tabs }) => tabs.some(([to]) => to === pathname));
  const hasPages = current !== undefined && current.tabs.length > 1;
  return (
    <>
      <Tabs
        label="Settings"
        tabs={[[settingsHome, 'All settings'], ...groups.map(({ first, label }) => [first, label] as const)]}
        current={current?.first ?? pathname}
        areGroups={hasPages}
      />
      {hasPages && <Tabs label={`Settings: ${current.label}`} tabs={current.tabs} />}
    </>
  );
}

/** Links to the pages or the parts of a page, as tabs. The current one is `current`, or the one with this path. */
export function Tabs(props: {
  label: string;
  tabs: readonly (readonly [to: string, label: string])[];
  current?: string;
  /** The tabs are groups of pages, and the current page has tabs of its own below. */
  areGroups?: boolean;
}) {
  const { pathname } = useLocation();
  const { label, tabs, current = pathname, areGroups = false } = props;
  return (
    <nav
      aria-label={label}
      className={`relative flex gap-1 overflow-x-auto border-b border-line ${areGroups ? 'mb-1' : 'mb-5'}`}
    >
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          ref={to === current ? showTab : undefined}
          to={to}
          // A part of the same page is opened where the reader is.
          preventScrollReset={to.startsWith('?')}
          aria-current={to === current ? (areGroups ? 'true' : 'page') : undefined}
          className="grid min-h-11 place-items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current]:border-press aria-[current]:font-semibold aria-[current]:text-press"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone, the current tab can be outside the visible part. */
function showTab(tab: HTMLAnchorElement | null) {
  const list = tab?.parentElement;
  if (list) list.scrollTo({ left: tab.offsetLeft + (tab.clientWidth - list.clientWidth) / 2 });
}

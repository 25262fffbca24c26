import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import type { Permission } from '../../../../shared/permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
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
        <h1 className="text-2xl">
          {title}{' '}
          <span className="align-middle font-sans text-sm lg:hidden">
            <PaymentMode />
          </span>
        </h1>
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

type SettingsPage = { to: string; label: string; needs?: Permission };

/** The pages of Settings; every admin has an account there. */
export const settingsPages: SettingsPage[] = [
  { to: '/admin/site-info', label: 'Shop', needs: 'settings.edit' },
  { to: '/admin/settings/payment', label: 'Payment', needs: 'settings.edit' },
  { to: '/admin/settings/mail', label: 'Mail server', needs: 'settings.edit' },
  { to: '/admin/settings/texts', label: 'Texts', needs: 'settings.edit' },
  { to: '/admin/settings/domain', label: 'Domain', needs: 'settings.edit' },
  { to: '/admin/settings/files', label: 'Files', needs: 'settings.edit' },
  { to: '/admin/delivery', label: 'Delivery', needs: 'settings.edit' },
  { to: '/admin/search', label: 'Search', needs: 'catalogue.edit' },
  { to: '/admin/attributes', label: 'Attributes', needs: 'catalogue.edit' },
  { to: '/admin/size-guides', label: 'Size guides', needs: 'catalogue.edit' },
  { to: '/admin/feeds', label: 'Feeds', needs: 'catalogue.edit' },
  { to: '/admin/redirects', label: 'Redirects', needs: 'settings.edit' },
  { to: '/admin/couriers', label: 'Couriers', needs: 'settings.edit' },
  { to: '/admin/mail', label: 'Mail', needs: 'mails.manage' },
  { to: '/admin/admins', label: 'Staff' },
  { to: '/admin/roles', label: 'Roles', needs: 'staff.manage' },
  { to: '/admin/backups', label: 'Backups', needs: 'settings.edit' },
  { to: '/admin/health', label: 'Health', needs: 'settings.edit' },
  { to: '/admin/log', label: 'Log', needs: 'log.view' },
];

/** The pages of Settings that the signed-in admin may see, below the title of each. */
export function SettingsTabs() {
  const may = useMay();
  const shown = settingsPages.filter(({ needs }) => !needs || may(needs));
  return <Tabs label="Settings" tabs={shown.map(({ to, label }) => [to, label] as const)} />;
}

/** Links to the pages or the parts of a page, as tabs. The current one is `current`, or the one with this path. */
export function Tabs(props: {
  label: string;
  tabs: readonly (readonly [to: string, label: string])[];
  current?: string;
}) {
  const { pathname } = useLocation();
  const { label, tabs, current = pathname } = props;
  return (
    <nav aria-label={label} className="relative mb-5 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          ref={to === current ? showTab : undefined}
          to={to}
          // A part of the same page is opened where the reader is.
          preventScrollReset={to.startsWith('?')}
          aria-current={to === current ? 'page' : undefined}
          className="grid min-h-11 place-items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:font-semibold aria-[current=page]:text-press"
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

import { useQuery } from '@tanstack/react-query';
import {
  BadgeIndianRupee,
  BadgePercent,
  Ellipsis,
  Gift,
  Inbox,
  LayoutDashboard,
  LayoutGrid,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  Package,
  Palette,
  ScrollText,
  Search,
  Settings,
  ShoppingBag,
  Star,
  Store,
  Tags,
  Users,
} from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Permission } from '../../../shared/permissions.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { read, useMay, useMe } from '../parts/data.ts';
import { PaymentMode } from '../parts/page/page-head.tsx';
import { UnreadBadge } from '../queries/unread.tsx';
import { WaitingBadge } from '../reviews/tabs.tsx';
import { groupsFor, settingsHome, settingsPages } from '../settings/pages.ts';
import { useLogOut } from './use-log-out.ts';

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-ink-soft hover:bg-paper-deep hover:text-ink lg:min-h-10 ' +
  'aria-[current=page]:bg-press-tint aria-[current=page]:font-semibold aria-[current=page]:text-press';
const cell =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 px-0.5 text-xs text-ink-soft -outline-offset-2 ' +
  'aria-[current]:font-semibold aria-[current]:text-press';
const icon = 'size-5 lg:size-4.5';

/** The bar at the side of wide screens. `isKnown`: an admin is signed in. */
export function SideBar(props: { name: string; isKnown: boolean; onSearch: () => void }) {
  const { name, isKnown, onSearch } = props;
  const shop = useQuery(read('GET /site-info')).data;
  const needsAccess = isKnown && shop?.isOpen === false;
  // View Store shows the storefront in this browser also while the shop is not open.
  useEffect(() => {
    if (needsAccess) call('POST /opening/admin-access').catch(() => {});
  }, [needsAccess]);
  return (
    <header className="sticky top-0 flex h-dvh flex-col border-r border-line bg-paper px-3 py-5 max-lg:hidden">
      <p
        className="line-clamp-2 px-3 font-serif text-xl font-semibold wrap-anywhere text-press"
        title={shop?.clientName}
      >
        {shop?.clientName ?? <span className="skeleton block h-lh w-24" />}
      </p>
      <p className="truncate px-3 text-xs text-ink-soft">{name || 'Back office'}</p>
      <p className="mt-1 mb-4 px-3">
        <PaymentMode />
      </p>
      {isKnown && (
        <button
          type="button"
          onClick={onSearch}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          className="mb-3 flex min-h-10 items-center gap-3 rounded-md bg-card px-3 text-ink-soft ring-1 ring-line-strong ring-inset hover:text-ink"
        >
          <Search className={icon} />
          <span className="grow text-left">Search</span>
          <span aria-hidden="true" className="text-xs">
            {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
          </span>
        </button>
      )}
      <nav aria-label="Back office" className="min-h-0 overflow-y-auto">
        <ul className="grid gap-0.5">{isKnown && <SidePlaces />}</ul>
      </nav>
      <ul className="mt-auto grid gap-0.5 border-t border-line pt-3">
        <StoreAndLogout className={row} />
      </ul>
    </header>
  );
}

function SidePlaces() {
  return useDestinations().map((destination) => (
    <li key={destination.label}>
      <BarLink destination={destination} className={row} />
    </li>
  ));
}

/** The destinations that the role of the signed-in admin may use; none until the role is known. */
function useDestinations(): Destination[] {
  const may = useMay();
  return useMe() ? destinationsFor(may) : [];
}

/** The bar at the foot of small screens: four destinations, the search, and "More", which opens a sheet with the others. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { pathname } = useLocation();
  const destinations = useDestinations();
  const shown = destinationsInBar(destinations);
  const hidden = destinations.filter((destination) => !shown.includes(destination));
  return (
    <>
      <nav
        aria-label="Back office"
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="mx-auto flex max-w-xl *:flex *:grow">
          {shown.map((destination) => (
            <li key={destination.label}>
              <BarLink destination={destination} className={cell} />
            </li>
          ))}
          <li>
            <button type="button" onClick={onSearch} aria-haspopup="dialog" className={cell}>
              <Search className={icon} />
              Search
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => setIsOpen(true)}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-current={hidden.some((destination) => isAt(pathname, destination)) || undefined}
              className={cell}
            >
              <Ellipsis className={icon} />
              More
            </button>
          </li>
        </ul>
      </nav>
      <Dialog
        open={isOpen}
        onClose={close}
        title="More"
        className="mb-0 w-full rounded-b-none pb-[env(safe-area-inset-bottom)]"
      >
        <nav aria-label="More">
          <ul className="grid gap-0.5 p-3 text-base">
            {hidden.map((destination) => (
              <li key={destination.label}>
                <BarLink destination={destination} className={row} onClick={close} />
              </li>
            ))}
            <StoreAndLogout className={row} onClick={close} />
          </ul>
        </nav>
      </Dialog>
    </>
  );
}

function BarLink({
  destination,
  className,
  onClick,
}: {
  destination: Destination;
  className: string;
  onClick?: () => void;
}) {
  const { pathname } = useLocation();
  const { to, label, Icon, Badge } = destination;
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={isAt(pathname, destination) ? 'page' : undefined}
      className={className}
    >
      <Icon className={icon} />
      <span className="flex items-center gap-1 lg:grow">
        {label}
        {Badge && <Badge />}
      </span>
    </Link>
  );
}

function StoreAndLogout({ className, onClick }: { className: string; onClick?: () => void }) {
  const logOut = useLogOut();
  return (
    <>
      <li>
        <a href="/" onClick={onClick} className={className}>
          <Store className={icon} />
          View Store
        </a>
      </li>
      <li>
        <button
          type="button"
          onClick={() => {
            onClick?.();
            void logOut();
          }}
          className={className}
        >
          <LogOut className={icon} />
          Logout
        </button>
      </li>
    </>
  );
}

type Destination = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** The permission without which the destination is hidden; absent if every admin may use it. */
  needs?: Permission;
  /** Pages that belong to it, elsewhere. */
  also?: string[];
  Badge?: ComponentType;
};

const startsWith = (pathname: string, start: string) =>
  pathname === start || (start !== '/admin' && pathname.startsWith(`${start}/`));

const isAt = (pathname: string, { to, also = [] }: Pick<Destination, 'to' | 'also'>) =>
  [to, ...also].some((start) => startsWith(pathname, start));

const destinations: Destination[] = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard, needs: 'reports.view' },
  { to: '/admin/products', label: 'Products', Icon: Package, needs: 'catalogue.edit' },
  { to: '/admin/orders', label: 'Orders', Icon: ShoppingBag, needs: 'orders.view' },
  { to: '/admin/customers', label: 'Customers', Icon: Users, needs: 'customers.view' },
  {
    to: '/admin/categories',
    label: 'Categories',
    Icon: Tags,
    needs: 'catalogue.edit',
    also: ['/admin/brands', '/admin/product-types'],
  },
  { to: '/admin/collections', label: 'Collections', Icon: LayoutGrid, needs: 'catalogue.edit' },
  { to: '/admin/discounts', label: 'Discounts', Icon: BadgePercent, needs: 'discounts.edit' },
  { to: '/admin/price-lists', label: 'Price lists', Icon: BadgeIndianRupee, needs: 'discounts.edit' },
  { to: '/admin/gift-cards', label: 'Gift cards', Icon: Gift, needs: 'giftCards.edit' },
  { to: '/admin/pages', label: 'Pages', Icon: LayoutTemplate, needs: 'design.edit' },
  { to: '/admin/policy-dashboard', label: 'Policy', Icon: ScrollText, needs: 'policies.edit' },
  { to: '/admin/theme', label: 'Look', Icon: Palette, needs: 'design.edit' },
  {
    to: settingsHome,
    label: 'Settings',
    Icon: Settings,
    also: settingsPages.map(({ to }) => to).filter((to) => to !== '/admin/theme'),
  },
  {
    to: '/admin/contact-queries',
    label: 'Queries',
    Icon: Inbox,
    needs: 'queries.answer',
    Badge: UnreadBadge,
  },
  {
    to: '/admin/reviews',
    label: 'Reviews',
    Icon: Star,
    needs: 'reviews.moderate',
    Badge: WaitingBadge,
  },
];

type May = (needed: Permission) => boolean;

/** The destinations that a role may use. If it may open one page of Settings, these lead to it. */
export const destinationsFor = (may: May): Destination[] =>
  destinations
    .filter(({ needs }) => !needs || may(needs))
    .map((destination) => {
      const pages = destination.to === settingsHome ? groupsFor(may).flatMap((group) => group.pages) : [];
      const [only] = pages.length === 1 ? pages : [];
      return only ? { ...destination, to: only.to } : destination;
    });

const destinationsInBar = (destinations: Destination[]): Destination[] => {
  const [counted] = destinations.filter(({ Badge }) => Badge);
  const hidden = destinations.filter(({ Badge }) => !Badge).slice(0, counted ? 3 : 4);
  return destinations.filter((destination) => destination === counted || hidden.includes(destination));
};

/** Whether a role may see a page. Pages that no destination knows are open to all. */
export function mayOpen(pathname: string, may: May): boolean {
  const alerts = { to: '/admin/attention', needs: 'alerts.resolve' as const };
  const page = [...settingsPages, alerts, ...destinations].find((destination) => isAt(pathname, destination));
  return !page?.needs || may(page.needs);
}

import {
  BadgeIndianRupee,
  BadgePercent,
  Gift,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Package,
  ScrollText,
  Settings,
  ShoppingBag,
  Star,
  Tags,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '../../../shared/permissions.ts';
import { settingsPages } from '../parts/page/settings-tabs.tsx';
import { UnreadBadge } from '../queries/unread.tsx';
import { WaitingBadge } from '../reviews/tabs.tsx';

export type Place = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** The permission without which the place is hidden; absent if every admin may use it. */
  needs?: Permission;
  /** Pages that belong to it, elsewhere. */
  also?: string[];
  Badge?: ComponentType;
};

const startsWith = (pathname: string, start: string) =>
  pathname === start || (start !== '/admin' && pathname.startsWith(`${start}/`));

/** Whether this page belongs to a place. */
export const isAt = (pathname: string, { to, also = [] }: Pick<Place, 'to' | 'also'>) =>
  [to, ...also].some((start) => startsWith(pathname, start));

/** The places of the back office, in the order of its bars. */
const places: Place[] = [
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
  { to: '/admin/discounts', label: 'Discounts', Icon: BadgePercent, needs: 'discounts.edit' },
  { to: '/admin/price-lists', label: 'Price lists', Icon: BadgeIndianRupee, needs: 'discounts.edit' },
  { to: '/admin/gift-cards', label: 'Gift cards', Icon: Gift, needs: 'giftCards.edit' },
  { to: '/admin/policy-dashboard', label: 'Policy', Icon: ScrollText, needs: 'policies.edit' },
  {
    to: '/admin/site-info',
    label: 'Settings',
    Icon: Settings,
    also: settingsPages.map(({ to }) => to),
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

/** The places that a role may use. Settings lead to the first page of them that it may see. */
export const placesFor = (may: May): Place[] =>
  places
    .filter(({ needs }) => !needs || may(needs))
    .map((place) => {
      if (place.needs) return place;
      const first = settingsPages.find(({ needs }) => !needs || may(needs));
      return { ...place, to: first?.to ?? place.to };
    });

/** The four places in the bar of small screens: the first one with a count, and the first of the others. */
export const placesInBar = (places: Place[]): Place[] => {
  const [counted] = places.filter(({ Badge }) => Badge);
  const others = places.filter(({ Badge }) => !Badge).slice(0, counted ? 3 : 4);
  return places.filter((place) => place === counted || others.includes(place));
};

/** Whether a role may see a page. Pages that no place knows are open to all. */
export function mayOpen(pathname: string, may: May): boolean {
  const alerts = { to: '/admin/attention', needs: 'alerts.resolve' as const };
  const page = [...settingsPages, alerts, ...places].find((place) => isAt(pathname, place));
  return !page?.needs || may(page.needs);
}

import {
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Package,
  ScrollText,
  Settings,
  ShoppingBag,
  Tags,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { UnreadBadge } from '../queries/unread.tsx';

type Place = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Pages that belong to it, elsewhere. */
  also?: string[];
  Badge?: ComponentType;
};

/** Whether this page belongs to a place. */
export const isAt = (pathname: string, { to, also = [] }: Pick<Place, 'to' | 'also'>) =>
  to === '/admin'
    ? pathname === to
    : [to, ...also].some((start) => pathname === start || pathname.startsWith(`${start}/`));

/** The places of the back office, in the order of its bars. */
export const places: Place[] = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/products', label: 'Products', Icon: Package },
  { to: '/admin/orders', label: 'Orders', Icon: ShoppingBag },
  {
    to: '/admin/categories',
    label: 'Categories',
    Icon: Tags,
    also: ['/admin/brands', '/admin/product-types'],
  },
  { to: '/admin/policy-dashboard', label: 'Policy', Icon: ScrollText },
  {
    to: '/admin/site-info',
    label: 'Settings',
    Icon: Settings,
    also: ['/admin/mail', '/admin/admins', '/admin/log'],
  },
  { to: '/admin/contact-queries', label: 'Queries', Icon: Inbox, Badge: UnreadBadge },
];

import { LayoutDashboard, type LucideIcon, Package, Tags } from 'lucide-react';

/** The places of the back office, in the order of its bars. */
export const places: { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/admin', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/products', label: 'Products', Icon: Package },
  { to: '/admin/categories', label: 'Categories', Icon: Tags },
];

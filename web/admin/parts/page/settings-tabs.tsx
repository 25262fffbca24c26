import type { Permission } from '../../../../shared/permissions.ts';
import { useMay } from '../me.ts';
import { Tabs } from './tabs.tsx';

type SettingsPage = { to: string; label: string; needs?: Permission };

/** The pages of Settings; every admin has an account there. */
export const settingsPages: SettingsPage[] = [
  { to: '/admin/site-info', label: 'Shop', needs: 'settings.edit' },
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

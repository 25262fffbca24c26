import { Tabs } from './tabs.tsx';

const tabs = [
  ['/admin/site-info', 'Shop'],
  ['/admin/mail', 'Mail'],
  ['/admin/admins', 'Admins'],
  ['/admin/log', 'Log'],
] as const;

/** The pages of Settings, below the title of each. */
export const SettingsTabs = () => <Tabs label="Settings" tabs={tabs} />;

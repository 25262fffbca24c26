import { NavLink } from 'react-router';

const tabs = [
  ['/admin/site-info', 'Shop'],
  ['/admin/mail', 'Mail'],
  ['/admin/admins', 'Admins'],
  ['/admin/log', 'Log'],
] as const;

/** The pages of Settings; they stand below the page's head. */
export function SettingsTabs() {
  return (
    <nav aria-label="Settings" className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          className="grid min-h-11 place-items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:font-semibold aria-[current=page]:text-press"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

import { Link } from 'react-router';
import { useMay } from '../parts/data.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { groupsFor } from './pages.ts';

/** All pages of Settings in their groups. */
export default function SettingsOverview() {
  const groups = groupsFor(useMay());
  return (
    <>
      <PageHead title="Settings" />
      <div className="grid max-w-5xl gap-x-8 gap-y-7 md:grid-cols-2">
        {groups.map(({ label, pages }) => (
          <section key={label} aria-label={label}>
            <h2 className="mb-1.5 text-lg">{label}</h2>
            <ul className="divide-y divide-line rounded-md bg-card ring-1 ring-line">
              {pages.map(({ to, label: name, about }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="block px-4 py-2.5 -outline-offset-2 first:rounded-t-md hover:bg-paper-deep"
                  >
                    <span className="block font-medium text-press">{name}</span>
                    <span className="text-ink-soft">{about}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

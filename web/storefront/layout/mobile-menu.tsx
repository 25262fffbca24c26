import { Link, useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { UserLinks } from '../account/user-menu.tsx';
import { pages } from './pages.ts';
import type { CategoryLink } from './shop.ts';

/** The navigation of a small screen. Following a link closes it. */
export function MobileMenu({
  open,
  onClose,
  categories,
}: {
  open: boolean;
  onClose: () => void;
  categories: CategoryLink[];
}) {
  useChange(useLocation().key, onClose);
  return (
    <Dialog open={open} onClose={onClose} title="Menu" variant="right">
      <nav aria-label="Menu" className="px-5 py-4">
        <ul>
          {pages.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <Link to={to} onClick={onClose} className="block py-3.5 font-serif text-xl">
                {label}
              </Link>
            </li>
          ))}
          <li>
            <UserLinks onNavigate={onClose} />
          </li>
        </ul>
        {categories.length > 0 && (
          <>
            <h3 className="mt-8 mb-1 font-sans text-sm font-semibold tracking-normal text-ink-soft">
              Categories
            </h3>
            <ul className="grid grid-cols-2 gap-x-4">
              {categories.map(({ _id, slug, name }) => (
                <li key={_id}>
                  <Link to={`/products?category=${slug}`} onClick={onClose} className="block py-2.5">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
    </Dialog>
  );
}

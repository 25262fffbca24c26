import { call } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { UserLinks } from '../../account/user-menu.tsx';
import { usePageData } from '../page-data.ts';
import { pages } from '../pages.ts';
import { useRead } from '../use-read.ts';
import { MenuCategories } from './menu-categories.tsx';

export function MenuDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const names = usePageData().shop?.categories ?? [];
  // Pages contain no subcategories and pictures for the menu. If they can't be loaded, the names remain.
  const { data } = useRead(open ? 'categories' : undefined, (signal) => call('GET /categories', { signal }));
  return (
    <Dialog open={open} onClose={onClose} title="Menu" variant="right">
      <nav aria-label="Menu" className="px-5 py-4">
        <ul>
          {pages.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <a href={to} onClick={onClose} className="block py-3.5 font-serif text-xl">
                {label}
              </a>
            </li>
          ))}
          <li className="border-b border-line">
            <a href="/wishlist" onClick={onClose} className="block py-3.5 font-serif text-xl">
              Wishlist
            </a>
          </li>
          <li>
            <UserLinks onNavigate={onClose} />
          </li>
        </ul>
        {names.length > 0 && (
          <>
            <h3 className="mt-8 mb-1 font-sans text-sm font-semibold tracking-normal text-ink-soft">
              Categories
            </h3>
            <ul>
              {data ? (
                <MenuCategories categories={data.items} onNavigate={onClose} />
              ) : (
                names.map(({ slug, name }) => (
                  <li key={slug} className="border-b border-line">
                    <a
                      href={`/products?category=${slug}`}
                      onClick={onClose}
                      className="block min-h-16 content-center pl-16"
                    >
                      {name}
                    </a>
                  </li>
                ))
              )}
            </ul>
          </>
        )}
      </nav>
    </Dialog>
  );
}

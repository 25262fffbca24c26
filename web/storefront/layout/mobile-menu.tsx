import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { UserLinks } from '../account/user-menu.tsx';
import { usePageData } from './page-data.ts';
import { pages } from './pages.ts';

/** The button that opens the navigation of a small screen. Following a link closes it. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const categories = usePageData().shop?.categories ?? [];
  const onClose = () => setOpen(false);
  const [full, setFull] = useState<ReactNode>();
  // Pages contain no subcategories and pictures for the menu. If they can't be loaded, the names remain.
  useEffect(() => {
    if (!open) return;
    Promise.all([import('./menu-categories.tsx'), call('GET /categories')]).then(
      ([{ MenuCategories }, { items }]) =>
        setFull(<MenuCategories categories={items} onNavigate={() => setOpen(false)} />),
      () => {},
    );
  }, [open]);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="-ml-2.5 grid size-11 shrink-0 place-items-center rounded-full noscript:hidden lg:hidden"
      >
        <Menu className="size-6" />
      </button>
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
          {categories.length > 0 && (
            <>
              <h3 className="mt-8 mb-1 font-sans text-sm font-semibold tracking-normal text-ink-soft">
                Categories
              </h3>
              <ul>
                {full ??
                  categories.map(({ slug, name }) => (
                    <li key={slug} className="border-b border-line">
                      <a
                        href={`/products?category=${slug}`}
                        onClick={onClose}
                        className="block min-h-16 content-center pl-16"
                      >
                        {name}
                      </a>
                    </li>
                  ))}
              </ul>
            </>
          )}
        </nav>
      </Dialog>
    </>
  );
}

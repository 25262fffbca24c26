import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { UserMenu } from '../account/user-menu.tsx';
import { CartButton } from './cart-button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { pages } from './pages.ts';
import { SearchBox } from './search-box.tsx';
import type { Shop } from './shop.ts';

export function Header({ shop }: { shop: Shop }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const categories = shop.categories
    .filter(({ showInNavbar }) => showInNavbar)
    .sort((one, other) => one.navbarOrder - other.navbarOrder);
  return (
    <header className="bg-paper">
      <div className="motif text-madder" aria-hidden="true" />
      <div className="shell grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 lg:grid-cols-[auto_1fr_minmax(9rem,18rem)_auto] lg:gap-x-4 xl:gap-x-8 lg:py-5">
        <Link
          to="/"
          className="font-serif text-[1.9rem] leading-none font-semibold tracking-tight text-press lg:text-[2.3rem]"
        >
          {shop.site.clientName}
        </Link>
        <nav
          aria-label="Main"
          className="hidden justify-self-end noscript:block lg:block lg:justify-self-center"
        >
          <ul className="flex flex-wrap gap-x-1 lg:flex-nowrap">
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink {...page} />
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          onClick={() => setMenuOpen(true)}
          aria-haspopup="dialog"
          className="-mr-2 flex h-11 items-center gap-2 justify-self-end rounded-full px-3 text-sm font-medium noscript:hidden lg:hidden"
        >
          Menu
          <Menu className="size-5" aria-hidden="true" />
        </button>
        <SearchBox className="col-span-2 lg:col-span-1" />
        <div className="hidden noscript:block lg:block">
          <UserMenu />
        </div>
      </div>
      {categories.length > 0 && (
        <nav aria-label="Categories" className="hidden border-t border-line lg:block">
          <ul className={`shell flex flex-wrap gap-x-6 ${categories.length > 10 ? '' : 'justify-between'}`}>
            {categories.map((category) => (
              <li key={category._id}>
                <Link
                  to={`/products?category=${category.slug}`}
                  className="block py-3 text-sm text-ink-soft underline-offset-8 hover:text-ink hover:underline"
                >
                  {category.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="border-t border-line" />
      <CartButton />
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} categories={shop.categories} />
    </header>
  );
}

function PageLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink
      to={to}
      end
      prefetch="intent"
      className="inline-flex min-h-11 items-center rounded-full px-3 text-sm whitespace-nowrap lg:px-2.5 xl:px-3.5 font-medium text-ink-soft hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-madder aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
    >
      {label}
    </NavLink>
  );
}

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
    <>
      {/* On small screens the row with menu, search and cart is sticky; on wide screens everything except the motif. */}
      <header className="contents bg-paper lg:sticky lg:-top-3 lg:z-30 lg:block lg:border-b lg:border-line">
        <div className="motif shrink-0 text-madder" aria-hidden="true" />
        <div className="contents lg:shell lg:grid lg:grid-cols-[auto_1fr_minmax(9rem,18rem)_auto_auto] lg:items-center lg:gap-x-4 lg:py-5 xl:gap-x-7">
          <div className="shell min-w-0 pt-3 pb-1 text-center lg:p-0">
            <Link
              to="/"
              className="font-serif text-[1.9rem] leading-none font-semibold tracking-tight text-press wrap-anywhere lg:text-[2.3rem]"
            >
              {shop.site.clientName}
            </Link>
          </div>
          <nav
            aria-label="Main"
            className="hidden noscript:flex noscript:justify-center lg:block lg:justify-self-center"
          >
            <ul className="flex flex-wrap gap-x-1 lg:flex-nowrap">
              {pages.map((page) => (
                <li key={page.to}>
                  <PageLink {...page} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="shell sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-paper py-2 lg:contents print:hidden">
            <button
              type="button"
              aria-label="Menu"
              onClick={() => setMenuOpen(true)}
              aria-haspopup="dialog"
              className="-ml-2.5 grid size-11 shrink-0 place-items-center rounded-full noscript:hidden lg:hidden"
            >
              <Menu className="size-6" />
            </button>
            <SearchBox className="min-w-0 flex-1 [--beside:3.25rem]" />
            <CartButton />
          </div>
          <div className="hidden self-center noscript:block lg:block print:hidden">
            <UserMenu />
          </div>
        </div>
      </header>
      {categories.length > 0 && (
        <nav aria-label="Categories" className="hidden border-b border-line lg:block print:hidden">
          <ul className={`shell flex flex-wrap gap-x-6 ${categories.length > 10 ? '' : 'justify-between'}`}>
            {categories.map((category) => (
              <li key={category._id} className="min-w-0">
                <Link
                  to={`/products?category=${category.slug}`}
                  className="block py-3 text-sm text-ink-soft underline-offset-8 wrap-anywhere hover:text-ink hover:underline"
                >
                  {category.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} categories={shop.categories} />
    </>
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

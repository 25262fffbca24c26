import { Island } from '../../islands/island.tsx';
import { UserMenu } from '../account/user-menu.tsx';
import { Cart } from './cart-button.tsx';
import { MobileMenu } from './menu/mobile-menu.tsx';
import { usePageData } from './page-data.ts';
import { pages } from './pages.ts';
import { SearchBox } from './search-box.tsx';
import type { Shop } from './shop.ts';
import { ShopName } from './shop-name.tsx';

export function Header({ shop }: { shop: Shop }) {
  const categories = shop.categories
    .filter(({ showInNavbar }) => showInNavbar)
    .sort((a, b) => a.navbarOrder - b.navbarOrder);
  // Beside the navigation there is room for a short name only.
  const hasOwnRow = shop.site.clientName.length > 10;
  return (
    <>
      {/* On small screens the row with menu, search and cart is sticky; on wide screens everything except the motif and
          the row of a long name. */}
      <header
        className={`contents bg-paper lg:sticky lg:z-30 lg:block lg:border-b lg:border-line ${hasOwnRow ? 'lg:top-[calc(-4.25rem-var(--motif-height))]' : 'lg:top-[calc(0px-var(--motif-height))]'}`}
      >
        <div className="motif shrink-0 text-madder" aria-hidden="true" />
        <div
          className={`contents lg:shell lg:grid lg:items-center lg:gap-x-4 lg:py-5 xl:gap-x-7 ${
            hasOwnRow
              ? 'lg:grid-cols-[1fr_minmax(9rem,18rem)_auto_auto_auto]'
              : 'lg:grid-cols-[auto_1fr_minmax(9rem,18rem)_auto_auto_auto]'
          }`}
        >
          <div
            className={`shell min-w-0 pt-3 pb-1 text-center lg:p-0 ${hasOwnRow ? 'lg:col-span-full lg:h-14' : ''}`}
          >
            <ShopName name={shop.site.clientName} />
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
            <Island name="menu" component={MobileMenu} props={{}} />
            <Island
              name="search"
              component={SearchBox}
              props={{ className: 'min-w-0 flex-1 [--beside:3.25rem]' }}
            />
            {/* On small screens it is in the menu. */}
            {/* biome-ignore lint/a11y/useAnchorContent: an icon of the style sheet; its name is in `aria-label` */}
            <a href="/wishlist" aria-label="Wishlist" className="header-wishlist" />
            <Island name="cart" component={Cart} props={{}} />
          </div>
          <div className="hidden self-center noscript:block lg:block print:hidden">
            <Island name="user" component={UserMenu} props={{}} />
          </div>
        </div>
      </header>
      {categories.length > 0 && (
        <nav aria-label="Categories" className="relative hidden border-b border-line lg:block print:hidden">
          <ul className={`shell flex flex-wrap gap-x-6 ${categories.length > 10 ? '' : 'justify-between'}`}>
            {categories.map((category) => (
              <li key={category._id} className="min-w-0">
                <a href={`/products?category=${category.slug}`} className="category-link">
                  {category.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function PageLink({ to, label }: { to: string; label: string }) {
  const { pathname } = usePageData();
  return (
    <a href={to} aria-current={pathname === to ? 'page' : undefined} className="page-link">
      {label}
    </a>
  );
}

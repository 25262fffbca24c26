import { Island } from '../../islands/island.tsx';
import { UserMenu } from '../account/user-menu.tsx';
import { Cart } from './cart-button.tsx';
import { MobileMenu } from './menu/mobile-menu.tsx';
import { usePageData } from './page-data.ts';
import { pages } from './pages.ts';
import { SearchBox } from './search-box.tsx';
import type { Shop } from './shop.ts';
import { ShopName } from './shop-name.tsx';

/** Classes of wide screens: what sticks to the top, the grid, and the cell of the name. */
const forms = {
  classic: {
    header: 'lg:top-[calc(0px-var(--motif-height))]',
    grid: 'lg:grid-cols-[auto_1fr_minmax(9rem,18rem)_auto_auto_auto] lg:py-5',
    name: '',
  },
  longName: {
    header: 'lg:top-[calc(-4.25rem-var(--motif-height))]',
    grid: 'lg:grid-cols-[1fr_minmax(9rem,18rem)_auto_auto_auto] lg:py-5',
    name: 'lg:col-span-full lg:h-14',
  },
  centred: {
    header: 'lg:top-[calc(-5.25rem-var(--motif-height))]',
    grid: 'lg:grid-cols-[1fr_minmax(9rem,18rem)_auto_auto_auto] lg:pt-5 lg:pb-4',
    name: 'lg:col-span-full lg:h-18 lg:pb-3',
  },
  compact: {
    header: 'lg:top-[calc(0px-var(--motif-height))]',
    grid: 'lg:grid-cols-[auto_auto_minmax(9rem,1fr)_auto_auto_auto] lg:py-2',
    name: 'lg:max-w-[38vw]',
  },
};

export function Header({ shop }: { shop: Shop }) {
  const categories = shop.categories
    .filter(({ showInNavbar }) => showInNavbar)
    .sort((a, b) => a.navbarOrder - b.navbarOrder);
  const isCompact = shop.theme.header === 'compact';
  // Beside the navigation there is room for a short name only.
  const hasLongName = shop.theme.header === 'classic' && !shop.theme.logo && shop.site.clientName.length > 10;
  const form = forms[hasLongName ? 'longName' : shop.theme.header];
  return (
    <>
      {/* On small screens the row with menu, search and cart is sticky; on wide screens everything except the motif and
          the row of the name alone. */}
      <header
        data-form={isCompact ? 'compact' : undefined}
        className={`contents bg-paper lg:sticky lg:z-30 lg:block lg:border-b lg:border-line ${form.header}`}
      >
        <div className="motif shrink-0 text-madder" aria-hidden="true" />
        <div className={`contents lg:shell lg:grid lg:items-center lg:gap-x-4 xl:gap-x-7 ${form.grid}`}>
          <div className={`shell min-w-0 pt-3 pb-1 text-center lg:p-0 ${form.name}`}>
            <ShopName name={shop.site.clientName} logo={shop.theme.logo} />
          </div>
          <nav
            aria-label="Main"
            className={`hidden noscript:flex noscript:justify-center ${isCompact ? 'lg:noscript:col-span-full' : 'lg:block lg:justify-self-center'}`}
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
            <Island name="menu" component={MobileMenu} props={isCompact ? { isAlways: true } : {}} />
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
      {categories.length > 0 && !isCompact && (
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

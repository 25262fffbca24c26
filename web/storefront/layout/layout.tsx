import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useRouteError } from 'react-router';
import { toAttribute } from '../../islands/attribute.ts';
import { hasIslands } from '../../islands/has-islands.ts';
import { Island } from '../../islands/island.tsx';
import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { assetUrl } from '../../ui/asset-url.ts';
import { Toaster } from '../../ui/toast.tsx';
import { useChange } from '../../ui/use-change.ts';
import { countView } from '../../visits.ts';
import { keepCart } from '../cart/keep-cart.ts';
import { PrivacyChoice } from '../privacy/privacy-choice.tsx';
import type { Route } from './+types/layout';
import { CheckoutHeader } from './checkout-header.tsx';
import { ErrorPage } from './error-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageDataContext, shopBasics, usePageData } from './page-data.ts';
import { Progress } from './progress.tsx';
import { type Shop, siteFields, useShop } from './shop.ts';
import { Standing } from './standing.tsx';
import { styleSheetsOf } from './style-sheets.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<Shop> {
  const shop = context.get(shopContext);
  const [site, categories, theme] = await load(
    Promise.all([shop.content.getSiteInfo(), shop.catalogue.listCategories(), shop.design.getTheme()]),
  );
  return {
    origin: url.origin,
    theme,
    styleSheets: styleSheetsOf(theme),
    site: pick(site, siteFields),
    categories: categories.map(({ subcategories, order, ...category }) => ({
      ...category,
      subcategories: subcategories.map(({ name, slug }) => ({ name, slug })),
    })),
  };
}

/** The shop's data is loaded once, so that the order confirmation does not depend on another request (decision 61). */
export const shouldRevalidate = () => false;

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout shop={loaderData}>
      <Outlet />
    </PageLayout>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const shop = useShop();
  if (!shop) {
    return (
      <PageData>
        <ErrorPage error={error} categories={[]} />
        <Island name="toaster" component={Toaster} props={{}} />
      </PageData>
    );
  }
  return (
    <PageLayout shop={shop}>
      <ErrorPage error={error} categories={shop.categories} />
    </PageLayout>
  );
}

/** Provides the data of the page to its interactive parts, and adds it to a page with islands. */
function PageData({ shop, children }: { shop?: Shop; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const page = {
    shop: shop && shopBasics(shop),
    pathname,
    search,
    hasIslands: hasIslands(useMatches()),
  };
  return (
    <PageDataContext value={page}>
      {shop?.styleSheets.map((path) => (
        <link key={path} rel="stylesheet" href={assetUrl(path)} precedence="theme" />
      ))}
      {shop?.theme.css && (
        <style href="theme" precedence="theme">
          {shop.theme.css}
        </style>
      )}
      <div
        data-shop={page.hasIslands && page.shop ? toAttribute(page.shop) : undefined}
        data-cards={shop?.theme.cards}
        className="flex min-h-dvh flex-col"
      >
        {children}
      </div>
    </PageDataContext>
  );
}

/** Shown by `boot.js` while the code of an island can't be loaded. */
function LoadFailure() {
  if (!usePageData().hasIslands) return null;
  return (
    <p
      role="alert"
      data-load-failure
      hidden
      className="fixed inset-x-4 top-4 z-50 mx-auto max-w-md rounded-lg bg-card px-4 py-3 text-sm shadow-float ring-1 ring-madder print:hidden"
    >
      This part of the page could not be loaded. Your last action will be repeated when the network returns.
    </p>
  );
}

function PageLayout({ shop, children }: { shop: Shop; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  // Pages with islands do the same in islands/page.ts.
  useEffect(keepCart, []);
  const { pathname } = useLocation();
  const isOpeningPage = pathname === '/opening-soon';
  // The content of these pages comes later, and must not move a footer that is already visible.
  const loadsInBrowser = !hasIslands(useMatches());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(countView, [pathname]);
  // After navigation, keyboard and screen reader users start at the top of the new page.
  useChange(pathname, () => content.current?.focus({ preventScroll: true }));
  return (
    <PageData shop={shop}>
      <a
        href="#content"
        className="skip-link sr-only z-50 rounded-md bg-press px-4 py-3 text-on-press focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Progress />
      {!isOpeningPage && <Standing site={shop.site} />}
      {pathname === '/checkout' && <CheckoutHeader shop={shop} />}
      {pathname !== '/checkout' && !isOpeningPage && <Header shop={shop} />}
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={`flex-1 outline-none ${loadsInBrowser ? 'min-h-svh' : ''}`}
      >
        {children}
      </main>
      {!isOpeningPage && <Footer shop={shop} />}
      <LoadFailure />
      {!isOpeningPage && <PrivacyChoice site={shop.site} />}
      <Island name="toaster" component={Toaster} props={{}} />
    </PageData>
  );
}

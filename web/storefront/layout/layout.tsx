import { Outlet, useRouteError } from 'react-router';
import { load } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Route } from './+types/layout';
import { ErrorPage } from './error-page.tsx';
import { Frame } from './frame.tsx';
import { type Shop, useShop } from './shop.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<Shop> {
  const shop = context.get(shopContext);
  const [site, categories] = await load(
    Promise.all([shop.content.getSiteInfo(), shop.catalogue.listCategories()]),
  );
  const {
    clientName,
    tagline,
    address,
    mobile,
    email,
    socialLinks,
    welcomeOffer,
    asksForAddress,
    lowStockAt,
    testMode,
  } = site;
  return {
    origin: url.origin,
    site: {
      clientName,
      tagline,
      address,
      mobile,
      email,
      socialLinks,
      welcomeOffer,
      asksForAddress,
      lowStockAt,
      testMode,
    },
    categories: categories.map(({ subcategories, order, ...category }) => ({
      ...category,
      subcategories: subcategories.map((each) => ({ name: each.name, slug: each.slug })),
    })),
  };
}

/** The shop's name and categories are loaded once, so that the next page does not depend on another request. */
export const shouldRevalidate = () => false;

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame shop={loaderData}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const shop = useShop();
  if (!shop) {
    return (
      <>
        <ErrorPage error={error} categories={[]} />
        <Toaster />
      </>
    );
  }
  return (
    <Frame shop={shop}>
      <ErrorPage error={error} categories={shop.categories} />
    </Frame>
  );
}

import { useRouteLoaderData } from 'react-router';
import type { Category } from '../../../shared/contract/catalogue.ts';
import type { SiteInfo } from '../../../shared/contract/content.ts';

/** What every storefront page knows of the shop. */
export type Shop = {
  /** `https://shop.example`: canonical and shared addresses begin with it. */
  origin: string;
  site: Pick<
    SiteInfo,
    | 'clientName'
    | 'tagline'
    | 'address'
    | 'mobile'
    | 'email'
    | 'socialLinks'
    | 'welcomeOffer'
    | 'asksForAddress'
    | 'lowStockAt'
    | 'testMode'
  >;
  categories: CategoryLink[];
};

export type CategoryLink = Pick<
  Category,
  '_id' | 'name' | 'slug' | 'description' | 'image' | 'showInNavbar' | 'navbarOrder'
> & {
  subcategories: { name: string; slug: string }[];
};

const layoutRoute = 'storefront/layout/layout';

/** The shop as the layout loaded it; undefined only where that itself failed. */
export function useShop(): Shop | undefined {
  return useRouteLoaderData(layoutRoute) as Shop | undefined;
}

/** The same for a route's `meta`, out of its `matches`. */
export function shopOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): Shop | undefined {
  return matches.find((match) => match?.id === layoutRoute)?.loaderData as Shop | undefined;
}

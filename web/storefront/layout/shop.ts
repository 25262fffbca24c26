import { useRouteLoaderData } from 'react-router';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import type { SiteInfo } from '../../../shared/contract/content.ts';
import type { StorefrontTheme } from '../../../shared/contract/design.ts';

export const siteFields = [
  ...(['clientName', 'tagline', 'address', 'mobile', 'email', 'socialLinks', 'welcomeOffer'] as const),
  ...(['asksForAddress', 'lowStockAt', 'testMode', 'whatsapp', 'returnDays', 'delivery'] as const),
  ...(['ga4Id', 'metaPixelId', 'isOpen', 'holiday'] as const),
  ...(['offersGiftMessage', 'asksForWhatsapp', 'issuesTaxInvoices'] as const),
] as const;

export type Shop = {
  /** The origin of canonical and shared addresses, such as `https://shop.example`. */
  origin: string;
  site: Pick<SiteInfo, (typeof siteFields)[number]>;
  categories: CategoryLink[];
  theme: StorefrontTheme;
  /** The addresses of the style sheets of its fonts and its border. */
  styleSheets: string[];
};

export type CategoryLink = Pick<
  Category,
  '_id' | 'name' | 'slug' | 'description' | 'image' | 'showInNavbar' | 'navbarOrder'
> & {
  subcategories: { name: string; slug: string }[];
};

const layoutRoute = 'storefront/layout/layout';

/** The shop's data from the layout's loader; undefined if that failed. */
export function useShop(): Shop | undefined {
  return useRouteLoaderData(layoutRoute) as Shop | undefined;
}

/** The same for a route's `meta`, from its `matches`. */
/** The routes that a page consists of, as its `meta` gets them. */
export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export function shopOf(matches: Matches): Shop | undefined {
  return matches.find((match) => match?.id === layoutRoute)?.loaderData as Shop | undefined;
}

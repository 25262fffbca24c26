import type { MetaDescriptor } from 'react-router';
import { documentTitle, shortDescription } from '../../../shared/text/search-result.ts';
import { pictureAddress } from '../../ui/asset-url.ts';
import { type Matches, type Shop, shopOf } from './shop.ts';

type Page = {
  title: string;
  description: string;
  /** The merchant's own title and description for search engines, which are not cut; empty ones are not used. */
  seo?: { title: string; description: string };
  /** The canonical path, beginning with '/'. */
  path: string;
  image?: string | null;
  type?: 'website' | 'article' | 'product';
  /** Pages that search engines should leave out of their index. */
  hidden?: boolean;
  /** Structured data (schema.org), without `@context`. */
  structuredData?: object[];
};

/** Title, description, canonical address, Open Graph, Twitter card and structured data of a page. */
export function head(shop: Shop | undefined, page: Page): MetaDescriptor[] {
  const name = shop?.site.clientName ?? '';
  const origin = shop?.origin ?? '';
  const title = documentTitle(page.seo?.title || page.title, name);
  const description = page.seo?.description || shortDescription(page.description);
  const url = origin + page.path;
  const image = page.image && absolute(pictureAddress(page.image, 1200, 'jpg'), origin);
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.hidden ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(page.structuredData ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ];
}

/** The `meta` of a page that is the same for every visitor and is not indexed. */
export function privatePage(path: string, title: string, description: string) {
  return ({ matches }: { matches: Matches }) =>
    head(shopOf(matches), { title, description, path, hidden: true });
}

/** A breadcrumb for search engines: name and path, from the outermost in. */
export function breadcrumbData(origin: string, trail: { name: string; path: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** An address with the origin of the shop, unless it has another one. */
export const absolute = (url: string, origin: string): string => (url.startsWith('/') ? origin + url : url);

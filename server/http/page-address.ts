import { productQuery } from '../../shared/contract/catalogue.ts';

/** What else a page's address may carry: React Router's own, when the browser asks for data alone. */
const routerParams = ['_routes', 'index'];
const listingParams = new Set([...Object.keys(productQuery.shape), ...routerParams]);
const otherParams = new Set(routerParams);

/**
 * What a client asked for, whatever that is, as an address of a shop: `//host/` names no other host, and what no
 * text in the database can hold is left out.
 */
export const pageUrl = (url: string): URL =>
  new URL(`http://shop/${url.replace(/^[/\\]/, '').replaceAll('%00', '')}`);

/**
 * The address that a page is kept under and rendered with: known parameters only, in one order, so that no
 * made-up query fills the memory and nothing private (an order's key) reaches the rendering.
 */
export function pageAddress({ pathname, searchParams }: URL): string {
  const known = /^\/products(\/_)?(\.data)?$/.test(pathname) ? listingParams : otherParams;
  const kept = [...searchParams].filter(([name, value]) => known.has(name) && value !== '');
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(kept).toString();
  return query ? `${pathname}?${query}` : pathname;
}

/**
 * A page's path as it should be written, where a trailing slash or another case still leads to that page; undefined
 * where no page is. `patterns` as in web/routes.ts; what stands for a parameter keeps its case.
 */
export function pagePath(pathname: string, patterns: string[]): string | undefined {
  const parts = pathname.split('/').filter(Boolean);
  if (parts.length === 0) return '/';
  for (const pattern of patterns) {
    const names = pattern.split('/').filter(Boolean);
    if (names.length !== parts.length) continue;
    const isParam = (at: number) => names[at]?.startsWith(':');
    const written = parts.map((part, at) => (isParam(at) ? part : part.toLowerCase()));
    if (written.every((part, at) => isParam(at) || part === names[at])) return `/${written.join('/')}`;
  }
  return undefined;
}

import { productQuery } from '../../shared/contract/catalogue.ts';

/** Parameters of React Router's own requests for data. */
const routerParams = ['_routes', 'index'];
const listingParams = new Set([...Object.keys(productQuery.shape), ...routerParams]);
const otherParams = new Set(routerParams);

/**
 * The requested URL on a fixed host: `//host/` can't name another host. NUL characters are removed, because
 * PostgreSQL can't store them.
 */
export const pageUrl = (url: string): URL =>
  new URL(`http://shop/${url.replace(/^[/\\]/, '').replaceAll('%00', '')}`);

/**
 * The address that a page is cached and rendered under. It keeps only known parameters, sorted, so that arbitrary
 * queries can't fill the cache and an order key never reaches the renderer.
 */
export function pageAddress({ pathname, searchParams }: URL): string {
  const known = /^\/products(\/_)?(\.data)?$/.test(pathname) ? listingParams : otherParams;
  const allowed = [...searchParams].filter(([name, value]) => known.has(name) && value !== '');
  allowed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(allowed).toString();
  return query ? `${pathname}?${query}` : pathname;
}

/**
 * The canonical path of a page: without a trailing slash and in lower case, except for parameters. Undefined if
 * there is no such page. `patterns` are the paths of web/routes.ts.
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

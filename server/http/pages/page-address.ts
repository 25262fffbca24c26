import { productQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import { reviewQuery } from '../../../shared/contract/catalogue/reviews.ts';
import { isId } from '../../../shared/id.ts';

/** Parameters of React Router's own requests for data. */
const routerParams = ['_routes', 'index'];
/** `all` shows more values of a facet, `without` removes a filter. */
const listingParams = new Set([...Object.keys(productQuery.shape), 'all', 'without', ...routerParams]);
const reviewParams = new Set([...Object.keys(reviewQuery.omit({ limit: true }).shape), ...routerParams]);
const otherParams = new Set(routerParams);
const productPattern = 'products/:product';
/** The variant that the link to a product names, with its offer in the structured data. */
const productParams = new Set(['variant', ...routerParams]);

/**
 * The requested URL on a fixed host: `//host/` can't name another host. NUL characters are removed, because
 * PostgreSQL can't store them.
 */
export const pageUrl = (url: string): URL =>
  new URL(`http://shop/${url.replace(/^[/\\]/, '').replaceAll('%00', '')}`);

/** The address of a listing without the empty parameters that a form without JavaScript sends, if it has any. */
export function withoutEmptyParams({ pathname, searchParams }: URL): string | undefined {
  const all = [...searchParams];
  const filled = all.filter(([, value]) => value !== '');
  if (pathname !== '/products' || filled.length === all.length) return undefined;
  return `${pathname}${filled.length > 0 ? `?${new URLSearchParams(filled)}` : ''}`;
}

/** The page of every refused request: an unknown path, of which the route shows that the shop is busy. */
export const busyAddress = '/busy';

/** The canonical notation of a decoded segment of a path: ids are also found in upper case. */
export const writeSegment = (segment: string): string =>
  encodeURIComponent(isId(segment) ? segment.toLowerCase() : segment);

/** The canonical notation of a requested segment; the segment itself if it can't be decoded. */
function rewriteSegment(segment: string): string {
  try {
    return writeSegment(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** What stands for a parameter in the address of a page that is the same for all its values. */
const anyValue = '-';
const reviewsPattern = 'products/:product/reviews';
/** The patterns whose page depends on the value of its parameter. */
const valuePatterns = [
  productPattern,
  reviewsPattern,
  'size-guides/:guide',
  'brands/:brand',
  'collections/:collection',
  'pages/:page',
];

const paramsOf: Record<string, Set<string>> = {
  products: listingParams,
  [productPattern]: productParams,
  [reviewsPattern]: reviewParams,
};

/** Where a page is rendered and cached. */
export type PageTarget = {
  address: string;
  /** The address of the page to show if there is nothing at this one. */
  missing: string;
  /** Whether it is one of a small number of addresses that exist in every shop. */
  isFixed: boolean;
  /** The pattern of the page. Undefined for unknown paths. */
  pattern: string | undefined;
};

/**
 * Finds where a requested page is rendered and cached. All unknown paths have one address, so do all orders, and only
 * known parameters of the query remain, sorted: arbitrary addresses can't fill the cache, and no order id, token or key
 * reaches the renderer. `patterns` are the paths of web/routes.ts.
 */
export function pageTarget({ pathname, searchParams }: URL, patterns: string[]): PageTarget {
  // React Router requests the data of a page under its path and one of these suffixes.
  const [suffix = ''] = /(?:\/_(?:root)?)?\.data$/.exec(pathname) ?? [];
  const path = pathname.slice(0, pathname.length - suffix.length) || '/';
  const pattern = findPattern(path, patterns);
  const shared = (sharedPath(path, pattern) + suffix).replace('//', '/');
  if (pattern === undefined) return { address: shared, missing: shared, isFixed: true, pattern };
  const known = paramsOf[pattern] ?? otherParams;
  const allowed = [...searchParams].filter(([name, value]) => known.has(name) && value !== '');
  allowed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = allowed.length > 0 ? `?${new URLSearchParams(allowed)}` : '';
  const address = (valuePatterns.includes(pattern) ? pathname : shared) + query;
  return { address, missing: shared, isFixed: address === shared, pattern };
}

function sharedPath(path: string, pattern: string | undefined): string {
  if (pattern === undefined) return path.startsWith('/admin/') ? `/admin/${anyValue}` : `/${anyValue}`;
  return `/${pattern.replaceAll(/:\w+/g, anyValue)}`;
}

/** The pattern of a path that is written in its canonical form. */
export const findPattern = (path: string, patterns: string[]) =>
  path === '/' ? '' : patterns.find((pattern) => canonicalPath(path, pattern) === path);

/**
 * The canonical path of a page: without a trailing slash and in lower case, with parameters in one notation. Undefined if
 * there is no such page. `patterns` are the paths of web/routes.ts.
 */
export function pagePath(pathname: string, patterns: string[]): string | undefined {
  if (!/[^/]/.test(pathname)) return '/';
  for (const pattern of patterns) {
    const path = canonicalPath(pathname, pattern);
    if (path) return path;
  }
  return undefined;
}

function canonicalPath(pathname: string, pattern: string): string | undefined {
  const parts = pathname.split('/').filter(Boolean);
  const names = pattern.split('/').filter(Boolean);
  if (names.length !== parts.length) return undefined;
  const isParam = (index: number) => names[index]?.startsWith(':');
  const written = parts.map((part, index) => (isParam(index) ? rewriteSegment(part) : part.toLowerCase()));
  return written.every((part, index) => isParam(index) || part === names[index])
    ? `/${written.join('/')}`
    : undefined;
}

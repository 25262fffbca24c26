import { usePageData } from '../../layout/page-data.ts';

/** Pages to which sign-in does not return. */
const signInPages = /^\/(user-login|register|forgot-password|reset-password|activate-account)(\/|\?|$)/;

/** The path to open after sign-in: the `from` parameter if it is a path of this shop, else '/'. */
export function useReturnPath(): string {
  const params = new URLSearchParams(usePageData().search);
  return safePath(params.get('from')) ?? '/';
}

/** Returns a function that adds the current path, or an existing `from`, to the address of a sign-in page. */
export function useAuthRedirect(): (path: '/user-login' | '/register' | '/forgot-password') => string {
  const { pathname, search, hasIslands } = usePageData();
  const params = new URLSearchParams(search);
  // The script of a page with islands adds the query.
  const current = hasIslands ? pathname : pathname + search;
  const from = signInPages.test(pathname) ? safePath(params.get('from')) : current;
  return (path) => (from && from !== '/' ? `${path}?${new URLSearchParams({ from })}` : path);
}

/** The given value if it is a path of this shop, else undefined (T-HDR-07). */
export function safePath(given: string | null): string | undefined {
  if (!given || !/^\/(?![/\\])/.test(given)) return undefined;
  const origin = 'http://shop.invalid';
  const target = new URL(given, origin);
  const isSafe = target.origin === origin && target.pathname + target.search === given;
  return isSafe && !signInPages.test(target.pathname) ? given : undefined;
}

import { useLocation, useSearchParams } from 'react-router';

/** Pages that nobody wants to come back to after signing in. */
const signInPages = /^\/(user-login|register|forgot-password|reset-password|activate-account)(\/|\?|$)/;

/** Where to go after signing in: the page of this shop that `?from=` names, else home. */
export function useReturnPath(): string {
  const [params] = useSearchParams();
  return ownPath(params.get('from')) ?? '/';
}

/** The address of a door that leads back to where one is; `from` is passed on between doors. */
export function useAuthRedirect(): (path: '/user-login' | '/register' | '/forgot-password') => string {
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const from = signInPages.test(pathname) ? ownPath(params.get('from')) : pathname + search;
  return (path) => (from && from !== '/' ? `${path}?${new URLSearchParams({ from })}` : path);
}

/** A path of this shop; anything that could lead elsewhere is none. */
export function ownPath(given: string | null): string | undefined {
  if (!given || !/^\/(?![/\\])/.test(given)) return undefined;
  const here = 'http://shop.invalid';
  const target = new URL(given, here);
  const isSame = target.origin === here && target.pathname + target.search === given;
  return isSame && !signInPages.test(target.pathname) ? given : undefined;
}

/** Where one was going before the sign-in, if that is in the back office; never another site (T-HDR-07). */
export function returnPath(query: string): string {
  const here = 'http://shop.invalid';
  const next = new URLSearchParams(query).get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, here)) return '/admin';
  const { origin, pathname, search } = new URL(next, here);
  return origin === here && /^\/admin(\/|$)/.test(pathname) ? pathname + search : '/admin';
}

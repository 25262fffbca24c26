/** First parts of paths of which the shop uses every address. */
const takenFolders = `admin api assets confirm-email order-success preview reset-password review sandbox size-guides stop-alerts
  stop-reminders uploads wishlist`;
/** Other addresses that always have a page or file. */
const takenPaths = `/ /login /deals /products /cart /checkout /track-order /returns/start /refunds/status /register
  /opening-soon /user-login /forgot-password /activate-account /profile /about /contact /sitemap /shipping-policy /returns-refunds
  /privacy-policy /terms-condition /sitemap.xml /robots.txt /llms.txt /sw.js /offline /manifest.webmanifest /favicon.ico`;
const taken = new Set(takenPaths.split(/\s+/));
const takenFolder = new RegExp(`^/(${takenFolders.split(/\s+/).join('|')})(/|$)`);

/**
 * The form in which the path of an address without a page is found: decoded, in lower case, without a slash at its end.
 */
export function redirectKey(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Not UTF-8; found as it is written.
  }
  return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}

/** The key of the address from which a redirect leads, or a reason why there can't be one. */
export function readSource(text: string, origin: string): { key: string } | { reason: string } {
  const url = readAddress(text, origin);
  if (!url) return { reason: 'Write the path only, such as /collections/cushions' };
  if (url.search || url.hash) return { reason: 'Leave out “?” or “#” and what follows it' };
  const key = redirectKey(url.pathname);
  if (key.includes('\0')) return { reason: 'This is not an address' };
  if (key.split('*').length > 3) return { reason: 'Write “*” at most twice' };
  if (taken.has(key) || takenFolder.test(key)) return { reason: `The shop itself uses ${key}` };
  return { key };
}

/** The path, query and hash to which a redirect leads, or a reason why it can't lead there. */
export function readTarget(text: string, origin: string): { path: string } | { reason: string } {
  const url = readAddress(text, origin);
  if (!url || redirectKey(url.pathname).includes('\0'))
    return { reason: 'Write an address of this shop, such as /products/blue-cup' };
  return { path: url.pathname + url.search + url.hash };
}

/** An address of the shop; undefined for others, also for those that only begin like a path, such as `//example.com`. */
function readAddress(text: string, origin: string): URL | undefined {
  if (!/^(\/|https?:\/\/)/i.test(text)) return undefined;
  const url = URL.parse(text, origin);
  return url?.origin === origin && !url.username && !url.pathname.startsWith('//') ? url : undefined;
}

/** Whether a redirect between these addresses, with those that exist, would send visitors in a circle. */
export function isLoop(from: string, to: string, redirects: ReadonlyMap<string, string>): boolean {
  const seen = new Set([from]);
  let next: string | undefined = to;
  while (next !== undefined) {
    const key = redirectKey(next.replace(/[?#].*/s, ''));
    if (seen.has(key)) return true;
    seen.add(key);
    next = redirects.get(key);
  }
  return false;
}

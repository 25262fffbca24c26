/** Where a contact page's map may come from; the page's Content-Security-Policy names the same. */
export const mapHosts = [
  'https://www.openstreetmap.org',
  'https://www.google.com',
  'https://maps.google.com',
];

const networkHosts = {
  facebook: /(^|\.)(facebook\.com|fb\.com|fb\.me)$/,
  instagram: /(^|\.)instagram\.com$/,
  twitter: /(^|\.)(twitter|x)\.com$/,
  pinterest: /(^|\.)(pinterest\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})|pin\.it)$/,
};
export type Network = keyof typeof networkHosts;

/**
 * The address of a map to embed, out of what a map service offers to copy: the address, or the `<iframe>` around
 * it. Undefined for what is no map of a known service.
 */
export function mapAddress(pasted: string): string | undefined {
  const [, source] = /<iframe[^>]*\ssrc="([^"]+)"/i.exec(pasted) ?? [];
  const url = httpsAddress(source?.replaceAll('&amp;', '&') ?? pasted);
  if (!url || !mapHosts.includes(url.origin)) return undefined;
  const isMap =
    url.hostname === 'www.openstreetmap.org' ? url.pathname === '/export/embed.html' : isGoogleMap(url);
  return isMap ? url.href : undefined;
}

/** The https address of a shop's page on a network; undefined where it is none. `instagram.com/x` will do. */
export function networkAddress(network: Network, given: string): string | undefined {
  const url = httpsAddress(/^[a-z]+:|^\//i.test(given) ? given : `https://${given}`);
  return url && networkHosts[network].test(url.hostname) ? url.href : undefined;
}

const isGoogleMap = ({ pathname, searchParams }: URL) =>
  pathname.startsWith('/maps/embed') ||
  (/^\/maps\/?$/.test(pathname) && searchParams.get('output') === 'embed');

function httpsAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  const plain = url?.protocol === 'https:' && !url.username && !url.password && !url.port;
  return plain ? url : undefined;
}

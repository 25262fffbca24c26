/** The allowed hosts of the contact page's map, also in the page's Content-Security-Policy. */
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
 * The URL of a map to embed, from the URL or the `<iframe>` that a map service offers to copy. Undefined if it is not a
 * map of a known service.
 */
export function mapAddress(pasted: string): string | undefined {
  const [, source] = /<iframe[^>]*\ssrc="([^"]+)"/i.exec(pasted) ?? [];
  const url = httpsAddress(source?.replaceAll('&amp;', '&') ?? pasted);
  if (!url || !mapHosts.includes(url.origin)) return undefined;
  const isMap =
    url.hostname === 'www.openstreetmap.org' ? url.pathname === '/export/embed.html' : isGoogleMap(url);
  return isMap ? url.href : undefined;
}

/** Where videos of YouTube are embedded without its cookies. */
export const youtubeHost = 'https://www.youtube-nocookie.com';

/** The address of a video on YouTube, from any form of it; undefined if it is not one. */
export function youtubeAddress(typed: string): string | undefined {
  const url = httpsAddress(/^[a-z]+:/i.test(typed) ? typed : `https://${typed}`);
  const host = url?.hostname.replace(/^(www|m)\./, '') ?? '';
  const [, folder = '', part = ''] = url?.pathname.split('/') ?? [];
  const id =
    host === 'youtu.be'
      ? folder
      : /^youtube(-nocookie)?\.com$/.test(host) &&
        (/^(embed|shorts|live)$/.test(folder) ? part : folder === 'watch' && url?.searchParams.get('v'));
  return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined;
}

/** The https URL of a page on a network, such as `instagram.com/x`; undefined if it is not one. */
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

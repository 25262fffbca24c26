import { createHash } from 'node:crypto';
import { mapHosts, youtubeHost } from '../../../shared/web-address.ts';

type Sources = Record<string, string[]>;

const own: Sources = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'media-src': ["'self'"],
  'font-src': ["'self'"],
  'style-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Sources that the payment window of the provider needs; only on /checkout (razorpay §5). */
const razorpay: Sources = {
  'script-src': ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  'frame-src': ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  'connect-src': [
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  'img-src': ['https://cdn.razorpay.com', 'https://checkout.razorpay.com'],
  'form-action': ['https://api.razorpay.com'],
};

/** Only these policies may turn strings into HTML or scripts; both are in `web/ui/text/trusted-html.ts`. */
const trustedTypes: Sources = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'shop-html'],
};

/** Where browsers report what a policy has blocked. */
const reports: Sources = { 'report-uri': ['/api/policy-reports'] };

/**
 * The Content-Security-Policy of a page (threats T-HDR-09). It allows the inline scripts that were rendered with
 * `nonce`, by hash, because a cached page can't use nonces: a script that content brought into the page has none.
 * `checkoutScript` is the URL of the payment script; the sandbox has a relative one. `assetsUrl` is the origin of assets
 * and pictures, if they do not come from the shop.
 */
export function contentPolicy(
  html: string,
  nonce: string,
  path: string,
  { checkoutScript, assetsUrl }: { checkoutScript: string; assetsUrl: string },
): string {
  const policy: Sources = {
    ...own,
    'script-src': ["'self'", ...inlineScriptHashes(html, nonce)],
    'style-src': ["'self'", ...themeHash(html)],
    'frame-src': ["'self'", 'blob:', ...frameHosts(html, path)],
    // The provider's script builds its window from strings.
    ...(path !== '/checkout' && trustedTypes),
    ...reports,
  };
  // The reader of barcodes is WebAssembly, which is fetched.
  if (isOfficePath(path)) {
    policy['script-src']?.push("'wasm-unsafe-eval'");
    if (assetsUrl) policy['connect-src'] = ["'self'", assetsUrl];
  }
  if (assetsUrl)
    for (const name of ['script-src', 'style-src', 'font-src', 'img-src', 'media-src'])
      policy[name] = [...(policy[name] ?? []), assetsUrl];
  if (path === '/checkout' && checkoutScript.startsWith('http')) {
    for (const [name, sources] of Object.entries(razorpay))
      policy[name] = [...(policy[name] ?? []), ...sources];
    policy['script-src']?.push(new URL(checkoutScript).origin);
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** The sites whose frames a page may show: on pages with a map or a video, where a visitor starts them. */
function frameHosts(html: string, path: string): string[] {
  if (path === '/contact') return mapHosts;
  return html.includes('<haat-island data-name="embed"') ? [...mapHosts, youtubeHost] : [];
}

/** Whether a page belongs to the back office, or leads into it without loading another one. */
export const isOfficePath = (path: string): boolean => /^\/(?:admin|login)(?![\w-])/.test(path);

/** The style sheet of the theme, which only the head of the page can have: no content of the shop gets there as markup. */
function themeHash(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  const css = /<style data-precedence="theme" data-href="theme">([^<]*)<\/style>/.exec(head)?.[1];
  return css === undefined ? [] : [hashOf(css)];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function inlineScriptHashes(html: string, nonce: string): string[] {
  return html
    .split(`<script nonce="${nonce}"`)
    .slice(1)
    .filter((script) => !/^[^>]*\ssrc=/.test(script))
    .map((script) => script.slice(script.indexOf('>') + 1, script.indexOf('</script>')))
    .map(hashOf);
}

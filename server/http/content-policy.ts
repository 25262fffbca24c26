import { createHash } from 'node:crypto';
import { mapHosts } from '../../shared/web-address.ts';

type Sources = Record<string, string[]>;

const own: Sources = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
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

/**
 * The Content-Security-Policy of a page. It allows the inline scripts of `html` by hash, because a cached page can't
 * use nonces. `checkoutScript` is the URL of the payment script; the sandbox has a relative one.
 */
export function contentPolicy(html: string, path: string, checkoutScript: string): string {
  const policy: Sources = {
    ...own,
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    // Every page allows maps: a client-side navigation to /contact keeps the policy of the first page.
    'frame-src': ["'self'", 'blob:', ...mapHosts],
  };
  if (path === '/checkout' && checkoutScript.startsWith('http')) {
    for (const [name, sources] of Object.entries(razorpay))
      policy[name] = [...(policy[name] ?? []), ...sources];
    policy['script-src']?.push(new URL(checkoutScript).origin);
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...scripts].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

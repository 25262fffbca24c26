import { createHash } from 'node:crypto';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';

/** What each receiver needs: where its script comes from, and where the script sends events. */
const google = {
  'script-src': ['https://*.googletagmanager.com'],
  'connect-src': [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  'img-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
};
const meta = {
  'script-src': ['https://connect.facebook.net'],
  'connect-src': ['https://connect.facebook.net', 'https://www.facebook.com'],
  'img-src': ['https://www.facebook.com'],
};

/**
 * Runs in the frame. The scripts of Google and Meta expect cookies, which a sandboxed page does not have; they get
 * those that the shop's page keeps for them, and nothing else of the shop. `web/storefront/privacy/privacy.ts` sends
 * the events.
 */
const script = `
const { ga4, pixel } = document.documentElement.dataset;
let cookies = new Map();
Object.defineProperty(window, 'origin', { value: location.origin });
Object.defineProperty(navigator, 'cookieEnabled', { value: true });
Object.defineProperty(document, 'cookie', {
  get: () => [...cookies].map((pair) => pair.join('=')).join('; '),
  set(text) {
    const [pair, ...attributes] = String(text).split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const ends = attributes.map((each) => /^\\s*expires=(.+)$/i.exec(each)?.[1]).find(Boolean);
    if (Date.parse(ends) < Date.now()) cookies.delete(name);
    else cookies.set(name, pair.slice(at + 1).trim());
    parent.postMessage({ cookies: [...cookies] }, location.origin);
  },
});
window.dataLayer = [];
function gtag() { dataLayer.push(arguments); }
const fbq = (window.fbq = function () {
  if (fbq.callMethod) fbq.callMethod.apply(fbq, arguments);
  else fbq.queue.push(arguments);
});
Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [], disablePushState: true });
window._fbq = fbq;
const load = (src) => document.head.append(Object.assign(document.createElement('script'), { async: true, src }));
const metaNames = {
  page_view: 'PageView', view_item: 'ViewContent', search: 'Search', add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout', purchase: 'Purchase',
};
function start(kept) {
  cookies = new Map(kept);
  if (ga4) {
    gtag('js', new Date());
    gtag('config', ga4, {
      send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false,
    });
    load('https://www.googletagmanager.com/gtag/js?id=' + ga4);
  }
  if (pixel) {
    fbq('set', 'autoConfig', false, pixel);
    fbq('init', pixel);
    load('https://connect.facebook.net/en_US/fbevents.js');
  }
}
function send({ name, page, items = [], kind = 'product', value, ...other }) {
  const money = value === undefined ? {} : { currency: 'INR', value };
  if (ga4) {
    gtag('set', page);
    gtag('event', name, {
      ...money, ...other,
      ...(items.length > 0 && {
        items: items.map(({ id, name, variant, price, quantity }) => ({
          item_id: id, item_name: name, item_variant: variant, price, quantity,
        })),
      }),
    });
  }
  if (pixel)
    fbq('track', metaNames[name], {
      ...money,
      ...(items.length > 0 && { content_ids: items.map(({ id }) => id), content_type: kind }),
      ...(other.search_term && { search_string: other.search_term }),
    }, other.transaction_id ? { eventID: other.transaction_id } : {});
}
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return;
  if (data.start) start(data.start);
  else send(data);
});
`;
const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * `/measurement`: a sandboxed page in which the scripts of Google Analytics and Meta run (decision 131). It is opened for
 * visitors who consent only, and it can reach nothing of the shop: neither its pages nor what it keeps in the browser.
 */
export function measurementFrame(app: Api): void {
  app.get('/measurement', { schema: { hide: true } }, async (request, reply) => {
    const { ga4Id, metaPixelId } = await request.shop.content.getSiteInfo();
    if (!ga4Id && !metaPixelId) throw notFound();
    const hosts = (directive: keyof typeof google) =>
      [...(ga4Id ? google[directive] : []), ...(metaPixelId ? meta[directive] : [])].join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('x-frame-options', 'SAMEORIGIN')
      .header('referrer-policy', 'origin')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src ${scriptHash} ${hosts('script-src')}; connect-src ${hosts('connect-src')}; img-src ${hosts('img-src')}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
      )
      .send(
        `<!doctype html>\n<html lang="en" data-ga4="${ga4Id}" data-pixel="${metaPixelId}">\n<head><meta charset="utf-8"><title>Measurement</title></head>\n<body><script>${script}</script></body>\n</html>\n`,
      );
  });
}

import type { Order } from '../shared/contract/orders/orders.ts';
import type { VisitQuery } from '../shared/contract/visits.ts';
import type { CartLine } from '../shared/orders/cart.ts';
import { readStored } from './browser-storage.ts';

/**
 * Counts what the visitor does, without anything about them (decision 131). Admins are not counted. `line` is what was
 * added to the cart.
 */
export function countVisit(visit: VisitQuery, line?: CartLine) {
  if (!readStored('adminToken')) navigator.sendBeacon?.(`/api/visits?${new URLSearchParams(visit)}`);
  pass((file) => file.passOn(visit, line));
}

/** Passes on an order that was placed or paid, where the visitor allows it. The server counts orders itself. */
export function passOnOrder(order: Order) {
  pass((file) => file.passOnOrder(order));
}

/** Only a page with the question (decision 131) loads the file that may pass something on. */
function pass(use: (file: typeof import('./storefront/privacy/privacy.ts')) => void) {
  if (document.querySelector('[data-privacy]')) import('./storefront/privacy/privacy.ts').then(use, () => {});
}

/** Counts the view of the page that was opened, and the search that it shows. */
export function countView() {
  const [, first = '', product] = location.pathname.split('/');
  const page = product
    ? first === 'products' && 'product'
    : {
        '': 'home' as const,
        products: 'listing' as const,
        cart: 'cart' as const,
        checkout: 'checkout' as const,
      }[first];
  const from = document.referrer && new URL(document.referrer).host;
  countVisit({
    event: 'view',
    page: page || 'other',
    ...(page === 'product' && { product }),
    ...(from !== location.host && { from }),
  });
  if (page === 'listing' && location.search.includes('search=')) countVisit({ event: 'search' });
}

import type { VisitQuery } from '../shared/contract/visits.ts';
import { readStored } from './browser-storage.ts';

/** Counts what the visitor does, without anything about her (decision 113). Admins are not counted. */
export function countVisit(visit: VisitQuery) {
  if (!readStored('adminToken')) navigator.sendBeacon?.(`/api/visits?${new URLSearchParams(visit)}`);
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

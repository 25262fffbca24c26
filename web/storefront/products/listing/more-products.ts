import { trustedHtml } from '../../../ui/text/trusted-html.ts';
import { keepPosition, productGrid, returnToPosition } from './listing-position.ts';
import { isShown } from './show-listing.ts';

/** How many screens before its place the next page is loaded. */
const screensAhead = 1.5;

let isLoading = false;
let isFailed = false;

const pageLinks = () => document.querySelector<HTMLElement>('[data-part="results"] nav[aria-label="Pages"]');

/**
 * Adds the following pages of the listing while the visitor scrolls. The address names the page in the middle of the screen,
 * and Back returns to the same product, if the document was loaded again (`isReturn`). The links to the pages stay.
 */
export function followListing(isReturn: boolean): void {
  if (isReturn) returnToPosition();
  addEventListener('scroll', update, { passive: true });
  addEventListener('pagehide', keepPosition);
  update();
}

function update(): void {
  const links = pageLinks();
  if (links && !isFailed && links.getBoundingClientRect().top < innerHeight * (1 + screensAhead))
    void addPage(links);
  const page = [...document.querySelectorAll<HTMLElement>('[data-page]')].findLast(
    (item) => item.getBoundingClientRect().top < innerHeight / 2,
  )?.dataset.page;
  // After Back, the former listing stays until the reply.
  if (page && isShown(page) && page !== location.pathname + location.search)
    history.replaceState(history.state, '', page);
}

/** Adds the next page to the grid, and replaces the links to pages with those of the new page. */
async function addPage(links: HTMLElement): Promise<void> {
  const next = links.querySelector<HTMLAnchorElement>('a[rel="next"]');
  const products = productGrid();
  if (isLoading || !next || !products) return;
  isLoading = true;
  try {
    const response = await fetch(next.href);
    if (!response.ok) throw new Error(`The page has status ${response.status}`);
    const page = new DOMParser().parseFromString(trustedHtml(await response.text()), 'text/html');
    // A filter may have replaced the listing meanwhile.
    if (!products.isConnected) return;
    const added = [...page.querySelectorAll<HTMLElement>('[data-part="results"] > ul > li')];
    const first = products.querySelector<HTMLElement>('li');
    if (first && !first.dataset.page) first.dataset.page = location.pathname + location.search;
    if (added[0]) added[0].dataset.page = next.pathname + next.search;
    products.append(...added);
    const nextLinks = page.querySelector('[data-part="results"] nav[aria-label="Pages"]');
    if (nextLinks) links.replaceWith(nextLinks);
    else links.remove();
  } catch (error) {
    // The links remain.
    console.warn('The next page could not be loaded.', error);
    isFailed = true;
  } finally {
    isLoading = false;
  }
}

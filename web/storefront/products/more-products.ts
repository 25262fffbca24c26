import { trustedHtml } from '../../ui/trusted-html.ts';

/** How many screens before its place the next page is loaded. */
const screensAhead = 1.5;

/** What an entry of the history keeps of a listing: the product at the top of the screen, and where its link is there. */
type Place = { product?: string; top?: number };

let isLoading = false;
let isFailed = false;

const grid = () => document.querySelector('[data-part="results"] > ul');
const pageLinks = () => document.querySelector<HTMLElement>('[data-part="results"] nav[aria-label="Pages"]');

/**
 * Adds the following pages of the listing while the visitor scrolls. The address names the page at the top of the screen,
 * and Back returns to the same product. The links to the pages stay.
 */
export function followListing(): void {
  returnToPlace();
  addEventListener('scroll', update, { passive: true });
  addEventListener('pagehide', keepPlace);
  update();
}

function update(): void {
  const links = pageLinks();
  if (links && !isFailed && links.getBoundingClientRect().top < innerHeight * (1 + screensAhead))
    void addPage(links);
  const page = [...document.querySelectorAll<HTMLElement>('[data-page]')].findLast(
    (each) => each.getBoundingClientRect().top < innerHeight / 2,
  )?.dataset.page;
  if (page && page !== location.pathname + location.search) history.replaceState(history.state, '', page);
}

/** Adds the next page to the grid, and replaces the links to pages with those of the new page. */
async function addPage(links: HTMLElement): Promise<void> {
  const next = links.querySelector<HTMLAnchorElement>('a[rel="next"]');
  const products = grid();
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

/** Remembers the first product on the screen, in case the browser loads the document again. */
function keepPlace(): void {
  const link = [...(grid()?.querySelectorAll<HTMLAnchorElement>('h2 a') ?? [])].find(
    (each) => each.getBoundingClientRect().top > 0,
  );
  if (!link || scrollY < innerHeight) return;
  const place: Place = { product: link.pathname, top: link.getBoundingClientRect().top };
  history.replaceState(place, '');
}

function returnToPlace(): void {
  const { product, top = 0 }: Place = history.state ?? {};
  const link = product && document.querySelector(`[data-part="results"] h2 a[href="${CSS.escape(product)}"]`);
  if (link) scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' });
}

import { address } from '../../islands/address.ts';
import { trustedHtml } from '../../ui/trusted-html.ts';

/** The parts of the listing that change with its address. Hydrated islands are not among them: they follow it. */
const parts = [
  ...['title', 'count', 'filters', 'results'].map((name) => `[data-part="${name}"]`),
  ...['filter-panel', 'filter-drawer', 'sort'].map(
    (name) => `haat-island[data-name="${name}"]:not([wanted])`,
  ),
];

/** The elements of the head that describe the listing. */
const description =
  'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], script[type="application/ld+json"]';

let request = new AbortController();

/**
 * Shows another listing without loading a new document, so that fields keep their focus and the page its scroll
 * position. Without a reply, or if the shop was updated, the browser opens the address.
 */
export async function showListing(path: string, history: 'push' | 'replace' | 'keep'): Promise<void> {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  // Forward, before the reply to Back, returns to the listing that is still shown.
  const isLeft = () => history === 'keep' && path !== window.location.pathname + window.location.search;
  const results = document.querySelector('section[aria-busy]');
  results?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(path, { signal });
    if (!response.ok) throw new Error(`The listing has status ${response.status}`);
    const html = trustedHtml(await response.text());
    if (isLeft()) return;
    const page = new DOMParser().parseFromString(html, 'text/html');
    // After an update of the shop, its listing needs other scripts and styles than this page has.
    if (entryOf(page) !== entryOf(document))
      throw new Error('The listing is not of this version of the shop.');
    const { pathname, search } = new URL(response.url);
    for (const part of parts) {
      const before = document.querySelector(part);
      const after = page.querySelector<HTMLElement>(part);
      if (!before || !after) continue;
      // The region with the number of products stays, so that a change is announced.
      if (part.includes('count')) before.textContent = after.textContent;
      else replacePart(before, after);
      if (after.localName === 'haat-island') after.dataset.search = search;
    }
    document.title = page.title;
    for (const element of document.head.querySelectorAll(description)) element.remove();
    document.head.append(...page.head.querySelectorAll(description));
    if (history === 'push') window.history.pushState(null, '', pathname + search);
    if (history === 'replace') window.history.replaceState(null, '', pathname + search);
    const searchBox = document.querySelector<HTMLInputElement>('header input[name="search"]');
    // Otherwise it keeps what is being typed.
    if (searchBox && searchOf(search) !== searchOf(address.get())) searchBox.value = searchOf(search);
    address.set(window.location.search);
  } catch (error) {
    if (signal.aborted || isLeft()) return;
    console.warn('The listing could not be loaded.', error);
    window.location.assign(path);
  } finally {
    if (!signal.aborted) results?.setAttribute('aria-busy', 'false');
  }
}

/** Replaces a part of the listing. The focus moves from its links to the one in the same place, or to the products. */
function replacePart(before: Element, after: Element) {
  const focused = [...before.querySelectorAll('a')].findIndex((link) => link === document.activeElement);
  before.replaceWith(after);
  if (focused === -1) return;
  const links = [...after.querySelectorAll('a')];
  const next = links[focused] ?? links.at(-1) ?? document.querySelector<HTMLElement>('section[aria-busy]');
  next?.focus({ preventScroll: true });
}

const entryOf = (page: Document) => page.querySelector<HTMLElement>('script[data-entry]')?.dataset.entry;
const searchOf = (query: string) => new URLSearchParams(query).get('search') ?? '';

if (!import.meta.env.SSR)
  window.addEventListener('popstate', () => {
    const { pathname, search } = window.location;
    if (search !== address.get()) showListing(pathname + search, 'keep');
  });

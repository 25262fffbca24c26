import { address } from '../../../islands/address.ts';
import { createStore } from '../../../ui/store.ts';
import { trustedHtml } from '../../../ui/text/trusted-html.ts';
import { formParams, formPath, listingPathWith } from './filters.ts';
import { keepPosition, returnToPosition } from './listing-position.ts';

/** The parts of the listing that change with its address. Hydrated islands are not among them: they follow it. */
const facets = '[data-part="facets"]';
const parts = [
  ...['title', 'count', 'filters', 'results'].map((name) => `[data-part="${name}"]`),
  ...['filter-panel', 'filter-drawer', 'sort'].map(
    (name) => `haat-island[data-name="${name}"]:not([wanted])`,
  ),
  // Last: those of a panel that is replaced are in it.
  facets,
];

/** The elements of the head that describe the listing. */
const description =
  'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], script[type="application/ld+json"]';

/** The form with the filters has this attribute while a change in it is not applied. */
export const pendingAttribute = 'data-pending';
/** The number of products of the listing that was shown last, without a new document. */
export const shownTotal = createStore<number | undefined>(undefined);

let request = new AbortController();

/** Shows the listing without the filter of a chip, and with what was changed in the form immediately before. */
export function removeFilter(chip: HTMLButtonElement): void {
  const { form } = chip;
  if (!form) return;
  const path = formPath(formParams(form, chip));
  // Otherwise the form applies its change alone, which brings the filter back if the reply takes longer.
  form.removeAttribute(pendingAttribute);
  showListing(path, 'push');
}

/** Whether a listing has the filters and the order of the one that is shown, whatever its page and its open facet. */
export const isShown = (path: string) => listOf(path) === listOf(window.location.search);

/**
 * Shows another listing without loading a new document, so that fields keep their focus. The window scrolls to the first
 * products, unless they are the same. Without a reply, or if the shop was updated, the browser opens the address.
 */
export async function showListing(path: string, history: 'push' | 'replace' | 'keep'): Promise<void> {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  // Forward, before the reply to Back, returns to the listing that is still shown.
  const isLeft = () => history === 'keep' && path !== window.location.pathname + window.location.search;
  const results = document.querySelector('section[aria-busy]');
  // Only more values of a facet are shown.
  const isSameList = history === 'replace' && isShown(path);
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
    if (history === 'push') keepPosition();
    for (const part of isSameList ? [facets] : parts) {
      const before = document.querySelector(part);
      const after = page.querySelector<HTMLElement>(part);
      if (!before || !after) continue;
      // The region with the number of products stays, so that a change is announced.
      if (part.includes('count')) {
        before.textContent = after.textContent;
        shownTotal.set(Number(after.dataset.total));
      }
      // Otherwise it loses what was chosen since the request.
      else if (!(part === facets && before.closest(`[${pendingAttribute}]`))) replacePart(before, after);
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
    if (history === 'keep') returnToPosition();
    else if (results && !isSameList) showStart(results);
  } catch (error) {
    if (signal.aborted || isLeft()) return;
    console.warn('The listing could not be loaded.', error);
    window.location.assign(path);
  } finally {
    if (!signal.aborted) results?.setAttribute('aria-busy', 'false');
  }
}

/** The list of an address, whatever its page and the facet that is open. */
const listOf = (path: string) => listingPathWith(new URL(path, window.location.href).searchParams, {});

/** Scrolls back to the first products if they are above the window, or below the header. */
function showStart(results: Element) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  if (results.getBoundingClientRect().top < Number.parseFloat(scrollPaddingTop)) results.scrollIntoView();
}

/**
 * Replaces a part of the listing. The focus moves to the same field, which stays in its place on the screen; from a
 * button that shows more values to the first of them; from a link or another button to the one in the same place, or to
 * the products.
 */
function replacePart(before: Element, after: Element) {
  const focused = document.activeElement;
  const place = focused && before.contains(focused) ? findPlace(before, focused) : undefined;
  const scroller = before.closest('aside, dialog');
  const topOf = (element: Element) =>
    element.getBoundingClientRect().top - (scroller?.getBoundingClientRect().top ?? 0);
  const top = focused ? topOf(focused) : 0;
  before.replaceWith(after);
  if (!place) return;
  const next = place(after) ?? document.querySelector<HTMLElement>('section[aria-busy]');
  next?.focus({ preventScroll: true });
  if (scroller && next && after.contains(next)) scroller.scrollTop += topOf(next) - top;
}

/** What finds the element in the place of a focused one after it is replaced. */
function findPlace(before: Element, focused: Element): (after: Element) => HTMLElement | undefined {
  const fields = (part: Element | undefined) => [...(part?.querySelectorAll('input') ?? [])];
  if (focused instanceof HTMLInputElement) {
    const { name, value } = focused;
    return (after) => fields(after).find((field) => field.name === name && field.value === value);
  }
  const groups = (part: Element) => [...part.querySelectorAll('fieldset')];
  const group = groups(before).findIndex((group) => group.contains(focused));
  if (group !== -1) {
    const { length } = fields(groups(before)[group]);
    return (after) => fields(groups(after)[group]).at(length);
  }
  const controls = (part: Element) => [...part.querySelectorAll<HTMLElement>('a, button')];
  const index = controls(before).findIndex((control) => control.contains(focused));
  return (after) => controls(after)[index] ?? controls(after).at(-1);
}

const entryOf = (page: Document) => page.querySelector<HTMLElement>('script[data-entry]')?.dataset.entry;
const searchOf = (query: string) => new URLSearchParams(query).get('search') ?? '';

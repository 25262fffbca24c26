import { readStored } from '../browser-storage.ts';
import { followSession } from '../storefront/account/session.ts';
import { cartLabel, cartNumber, followCart } from '../storefront/cart/cart.ts';
import { keepCart } from '../storefront/cart/keep-cart.ts';
import { pinKey } from '../storefront/cart/pin.ts';
import { rememberViewed } from '../storefront/products/product-page/viewed.ts';
import { nextToastKey } from '../ui/next-toast.ts';
import { countView } from '../visits.ts';
import { address } from './address.ts';
import { IslandElement } from './element.ts';
import { startIslands } from './start.ts';

const shareSite = 'https://wa.me/';
const shareDelayMs = 500;

/** Makes a public page interactive: what is personal in its header, links with scripts, and its islands. */
export function startPage() {
  customElements.define('haat-island', IslandElement);
  followCart(showCart);
  keepCart();
  let isGuest: boolean | undefined;
  const showUser = () => {
    const guestLinks = document.querySelector('[data-guest]');
    if (isGuest) showGuestLinks(guestLinks);
    // On small screens the account is in the menu.
    else if (isGuest === false && guestLinks?.checkVisibility()) startIslands('user');
  };
  followSession(({ kind }) => {
    isGuest = kind === 'guest';
    showUser();
  });
  // A screen that is turned may become a wide one.
  addEventListener('resize', showUser);
  if (readStored(nextToastKey)) startIslands('toaster');
  // The page of a product is the same for all of its variants.
  if (new URLSearchParams(location.search).has('variant')) startIslands('product');
  const viewed = document.querySelector<HTMLElement>('[data-viewed]');
  if (viewed) followViewed(viewed);
  const pinForm = document.querySelector<HTMLFormElement>('[data-pin-check]');
  if (pinForm) followPin(pinForm);
  if (document.querySelector('[data-until]'))
    import('../sections/countdown/tick.ts').then(
      (file) => file.tick(),
      () => {},
    );
  document.addEventListener('click', followLink);
  document.addEventListener('pointerover', followMouse);
  document.addEventListener('keydown', followArrow);
  document.addEventListener('error', replacePicture, { capture: true });
  copyStrips();
  countView();
  // The page is complete without the hearts.
  import('../storefront/wishlist/hearts.ts').then(
    (file) => file.startHearts(),
    () => {},
  );
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) showMotif(image);
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(type, loadReact, { once: true, passive: true });
  if (document.querySelector('[data-part="results"]')) {
    // Also of a document that was left meanwhile.
    addEventListener('popstate', () => {
      if (location.search !== address.get()) showListing(location.pathname + location.search, 'keep');
    });
    if (history.state?.product) followListing(true);
    else addEventListener('scroll', () => followListing(false), { once: true, passive: true });
  }
}

/** Remembers the product of the page, and shows those that were viewed before when the visitor comes near. */
function followViewed(section: HTMLElement) {
  const { viewed = '' } = section.dataset;
  const shown = new Set(
    [...document.querySelectorAll<HTMLElement>('[data-id]')].map(({ dataset }) => dataset.id),
  );
  const ids = rememberViewed(viewed).filter((id) => !shown.has(id));
  section.hidden = ids.length === 0;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      import('../storefront/products/product-page/viewed-list.ts').then(
        (file) => file.fillViewed(section, ids),
        () => {
          section.hidden = true;
        },
      );
    },
    { rootMargin: '600px' },
  );
  observer.observe(section);
}

/** Answers how the shop delivers to a PIN code: the one that was checked before, and each one that is entered. */
function followPin(form: HTMLFormElement) {
  const check = () => {
    import('../storefront/products/product-page/pin-check.ts').then(
      (file) => file.checkPin(form),
      () => {},
    );
    return false;
  };
  form.onsubmit = check;
  if (readStored(pinKey)) check();
}

/** The listing without further pages remains usable. */
function followListing(isReturn: boolean) {
  import('../storefront/products/listing/more-products.ts').then(
    (file) => file.followListing(isReturn),
    () => {},
  );
}

function showListing(path: string, history: 'push' | 'keep') {
  import('../storefront/products/listing/show-listing.ts').then(
    (file) => file.showListing(path, history),
    () => location.assign(path),
  );
}

/** In advance; an island that needs it reports a failure. */
function loadReact() {
  if (navigator.onLine) import('./hydrate.tsx').catch(() => {});
}

/** Shows the links to sign in. They return to the whole address, of which the page's cache ignores a part. */
function showGuestLinks(guestLinks: Element | null) {
  guestLinks?.classList.remove('invisible');
  const { pathname, search } = location;
  for (const link of guestLinks?.querySelectorAll('a') ?? [])
    if (search) link.search = String(new URLSearchParams({ from: pathname + search }));
}

function showCart(totalItems: number, increases: number) {
  for (const element of document.querySelectorAll<HTMLElement>(
    'haat-island:not([data-hydrated]) [data-cart]',
  )) {
    if (element.dataset.cart === 'label') element.ariaLabel = cartLabel(totalItems);
    else {
      element.textContent = cartNumber(totalItems);
      element.hidden = totalItems === 0;
    }
  }
  if (increases > 0) startIslands('cart');
}

/** Opens listings in place, also without a filter, and shares after a delay (spec §4). */
function followLink(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const chip = event.target.closest<HTMLButtonElement>('button[name="without"]');
  if (chip) {
    event.preventDefault();
    import('../storefront/products/listing/show-listing.ts').then(
      ({ removeFilter }) => removeFilter(chip),
      () => chip.form?.requestSubmit(chip),
    );
  }
  const link = event.target.closest<HTMLAnchorElement>(`a[data-in-place], a[href^="${shareSite}"]`);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = link;
  if (href.startsWith(shareSite)) setTimeout(() => open(href, '_blank', 'noopener,noreferrer'), shareDelayMs);
  else showListing(href, 'push');
}

/** Shows second pictures and the menus of categories. Pages are complete without them. */
function followMouse({ target, pointerType }: PointerEvent) {
  if (pointerType !== 'mouse' || !(target instanceof Element)) return;
  const card = target.closest<HTMLElement>('[data-second]');
  if (card)
    import('../storefront/products/cards/second-picture.ts').then(
      (file) => file.showSecondPicture(card),
      () => {},
    );
  openCategory(target);
}

function followArrow(event: KeyboardEvent) {
  if (event.key !== 'ArrowDown' || !(event.target instanceof Element)) return;
  if (openCategory(event.target, true)) event.preventDefault();
}

/** Whether this is the link of a category in the navigation, whose menu is then opened. */
function openCategory(target: Element, focuses = false): boolean {
  const link = target.closest<HTMLAnchorElement>('a.category-link');
  if (link)
    import('../storefront/layout/menu/category-menu.ts').then(
      (file) => file.openCategory(link, focuses),
      () => {},
    );
  return link !== null;
}

/** Shows a motif instead of a picture that failed to load. */
function replacePicture({ target }: Event) {
  if (target instanceof HTMLImageElement) showMotif(target);
}

function showMotif(image: HTMLImageElement) {
  const part = image.closest('haat-island, haat-static');
  // A hydrated island replaces its pictures itself.
  if (part?.localName === 'haat-island') return part.setAttribute('wanted', '');
  const motif = document.createElement('span');
  motif.className = `grid aspect-square w-full place-items-center bg-paper-deep ${image.className}`;
  const drawing = document.createElement('span');
  drawing.className = 'buti size-2/5 max-w-24 text-line-strong';
  motif.append(drawing);
  if (image.alt) Object.assign(motif, { role: 'img', ariaLabel: image.alt });
  else motif.ariaHidden = 'true';
  image.closest('picture')?.replaceWith(motif);
}

/**
 * Adds the second copy of the products in a strip, which makes its animation continuous. It can be clicked, but is hidden
 * from the keyboard and from screen readers.
 */
function copyStrips() {
  for (const list of document.querySelectorAll('.marquee ul')) {
    const copy = document.importNode(list, true);
    copy.ariaHidden = 'true';
    copy.classList.add('motion-reduce:hidden');
    for (const item of copy.querySelectorAll<HTMLElement>('a, button')) item.tabIndex = -1;
    list.after(copy);
  }
}

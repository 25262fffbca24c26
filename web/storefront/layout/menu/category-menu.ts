import type { Category } from '../../../../shared/contract/catalogue/catalogue.ts';
import { call } from '../../../api.ts';
import { pictureAddress, pictureSrcSet } from '../../../ui/asset-url.ts';

const openAfterMs = 120;

let categories: Promise<Category[]> | undefined;
/** The link whose menu is open or about to open. */
let current: HTMLAnchorElement | undefined;
let panel: HTMLElement | undefined;

/**
 * Opens the menu of a category below its link in the navigation of a wide screen, after a moment, so that a mouse on its
 * way to the page opens none. With `focuses`, at once, and the first link gets the focus. Pages contain no subcategories,
 * so they are loaded when they are first needed; a category without any has no menu.
 */
export async function openCategory(link: HTMLAnchorElement, focuses = false): Promise<void> {
  if (link === current) {
    if (focuses) panel?.querySelector('a')?.focus();
    return;
  }
  close();
  current = link;
  const nav = link.closest('nav');
  nav?.addEventListener('pointerleave', close, { once: true });
  categories ??= call('GET /categories').then(
    ({ items }) => items,
    () => {
      // The next link tries again.
      categories = undefined;
      return [];
    },
  );
  const [all] = await Promise.all([
    categories,
    new Promise((resolve) => setTimeout(resolve, focuses ? 0 : openAfterMs)),
  ]);
  const category = all.find(({ slug }) => link.search === `?category=${slug}`);
  if (current !== link || !nav || !category || category.subcategories.length === 0) return;
  panel = panelOf(category);
  nav.append(panel);
  panel.style.left = `${Math.max(0, Math.min(link.offsetLeft - 24, nav.clientWidth - panel.offsetWidth))}px`;
  link.ariaExpanded = 'true';
  nav.addEventListener('keydown', closeByKey);
  nav.addEventListener('focusout', closeBehindFocus);
  if (focuses) panel.querySelector('a')?.focus();
}

function close(): void {
  const closing = panel;
  panel = undefined;
  if (current) current.ariaExpanded = null;
  current = undefined;
  // Last, because it moves the focus.
  closing?.remove();
}

function closeByKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !panel) return;
  if (panel.contains(document.activeElement)) current?.focus();
  close();
}

function closeBehindFocus({ relatedTarget }: FocusEvent): void {
  const isInside =
    relatedTarget instanceof Node && (panel?.contains(relatedTarget) || relatedTarget === current);
  if (!isInside) close();
}

function panelOf({ name, slug, image, subcategories }: Category): HTMLElement {
  const path = `/products?category=${slug}`;
  const list = document.createElement('ul');
  list.append(
    ...subcategories.map((subcategory) =>
      itemOf(subcategory.name, `${path}&subcategory=${subcategory.slug}`),
    ),
    itemOf(`All ${name}`, path),
  );
  const element = document.createElement('div');
  element.className = 'category-panel';
  element.append(list);
  if (image) {
    const picture = new Image();
    picture.alt = '';
    picture.sizes = '12rem';
    picture.srcset = pictureSrcSet(image, 'webp', [320, 400]);
    picture.src = pictureAddress(image, 320, 'webp');
    element.append(picture);
  }
  return element;
}

function itemOf(text: string, href: string): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'category-item';
  link.href = href;
  link.textContent = text;
  item.append(link);
  return item;
}

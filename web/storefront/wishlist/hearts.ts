import { startIslands } from '../../islands/start.ts';
import { followWishlist, toggleSaved } from './wishlist.ts';

let saved: string[] = [];

/**
 * Adds a heart to each product of the page, also to those that a listing adds later. They are not part of the HTML:
 * without scripts nothing can be saved, and a listing has 24 of them.
 */
export function startHearts() {
  followWishlist((ids) => {
    saved = ids;
    showSaved();
  });
  addHearts();
  const results = document.querySelector('[data-part="results"]')?.parentElement;
  if (results) new MutationObserver(addHearts).observe(results, { childList: true, subtree: true });
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element && target.closest<HTMLElement>('.heart');
    if (heart) press(heart);
  });
}

function addHearts() {
  const places = document.querySelectorAll<HTMLElement>('[data-id]:not(:has(> .heart))');
  for (const place of places) {
    // Without a type: boot.js repeats clicks on buttons with one, and a second click would undo the first.
    const heart = document.createElement('button');
    heart.className = 'heart';
    heart.ariaLabel = `Wishlist: ${place.dataset.name ?? place.querySelector('h2, h3')?.textContent}`;
    heart.title = 'Wishlist';
    if (place.dataset.name) heart.textContent = 'Wishlist';
    // The second copy of a strip can be clicked only.
    if (place.closest('[aria-hidden="true"]')) heart.tabIndex = -1;
    place.append(heart);
  }
  if (places.length > 0) showSaved();
}

function showSaved() {
  for (const heart of document.querySelectorAll('.heart'))
    heart.ariaPressed = String(saved.includes(idOf(heart)));
}

const idOf = (heart: Element) => heart.closest<HTMLElement>('[data-id]')?.dataset.id ?? '';

async function press(heart: Element) {
  try {
    await toggleSaved(idOf(heart));
  } catch (error) {
    const { toast } = await import('../../ui/toast.tsx');
    startIslands('toaster');
    toast(error instanceof Error ? error.message : String(error), 'error');
  }
}

/** What an entry of the history keeps of a listing: the product in the middle of the screen, and where its card is. */
type Position = { product?: string; top?: number };

export const productGrid = () => document.querySelector('[data-part="results"] > ul');

const topOf = (card: Element) => card.getBoundingClientRect().top;

/**
 * Remembers the product in the middle of the screen, which is on the page that the address names, in the current entry of
 * the history: the browser may load the document again, or the listing may be another one meanwhile.
 */
export function keepPosition(): void {
  const cards = [...(productGrid()?.children ?? [])];
  const card = cards.findLast((card) => topOf(card) < innerHeight / 2) ?? cards[0];
  const link = card?.querySelector<HTMLAnchorElement>('h2 a');
  const position: Position = card && link ? { product: link.pathname, top: topOf(card) } : {};
  history.replaceState(position, '');
}

/** Scrolls to the position that the current entry of the history keeps, if it keeps one. */
export function returnToPosition(): void {
  const { product, top = 0 }: Position = history.state ?? {};
  const card = product && productGrid()?.querySelector(`li:has(h2 a[href="${CSS.escape(product)}"])`);
  if (!card) return;
  // The heights of cards that wait are assumed.
  document.documentElement.classList.remove('first-view');
  scrollBy({ top: topOf(card) - top, behavior: 'instant' });
}

import type { OwnPrices } from '../../../../shared/contract/catalogue/price-lists.ts';
import { rupees, toPaise, wholePercentOff } from '../../../../shared/money.ts';
import { maxPricedProducts } from '../../../../shared/products/limits.ts';
import { call } from '../../../api.ts';
import { startIslands } from '../../../islands/start.ts';
import { followSession } from '../../account/session.ts';
import { cartLines, followCart } from '../../cart/cart.ts';
import { ifLower, ownPrices, readWith } from './own-prices.ts';

/** Elements with the id of a product and a price, which no script has rendered. */
const places = '[data-id], [data-priced]';

let owner: string | undefined;
let isFollowing = false;
/** What was replaced in the page, with what was there before. */
const replaced = new Map<Element, Node[]>();

/**
 * Shows a customer with price lists their prices on this page, and on its parts that are added later. Only such customers
 * load this file.
 */
export function showOwnPrices(userId: string): void {
  if (owner === userId) return;
  hide();
  owner = userId;
  readMissing(readWith(read));
  readPage();
  if (isFollowing) return;
  isFollowing = true;
  followSession((session) => {
    if (session.kind !== 'guest' && session.kind !== 'user') return;
    if (session.kind === 'user' && session.user._id === owner && session.user.hasPriceLists) return;
    owner = undefined;
    hide();
  });
  followCart(() => readMissing(cartLines().map(({ _id }) => _id)));
  ownPrices.subscribe(showOnPage);
  const main = document.querySelector('main');
  if (main) new MutationObserver(readPage).observe(main, { childList: true, subtree: true });
}

const asked = new Set<string>();

function readMissing(ids: string[]): void {
  const missing = [...new Set(ids)].filter((id) => !asked.has(id));
  read(missing);
}

async function read(ids: string[]): Promise<void> {
  const reader = owner;
  if (!reader) return;
  for (const id of ids) asked.add(id);
  try {
    for (let start = 0; start < ids.length; start += maxPricedProducts) {
      const product_ids = ids.slice(start, start + maxPricedProducts);
      const found = await call('GET /account/prices', { query: { product_ids: product_ids.join() } });
      // Signed out meanwhile.
      if (owner !== reader) return;
      const others = [...ownPrices.get()].filter(([id]) => !product_ids.includes(id));
      ownPrices.set(
        new Map([...others, ...found.map((item): [string, OwnPrices] => [item.product_id, item])]),
      );
    }
  } catch (error) {
    for (const id of ids) asked.delete(id);
    console.warn('Your prices could not be loaded. The cart has them.', error);
  }
}

const idOf = ({ dataset }: HTMLElement) => dataset.id ?? dataset.priced ?? '';

/** In applications, React shows their prices. */
const isApplication = () => !document.querySelector('[data-shop]');

function readPage(): void {
  if (isApplication()) return;
  readMissing([...document.querySelectorAll<HTMLElement>(places)].map(idOf));
  showOnPage();
}

function showOnPage(): void {
  if (isApplication()) return;
  for (const place of document.querySelectorAll<HTMLElement>(places)) {
    const own = ownPrices.get().get(idOf(place));
    const price = place.querySelector('.price');
    const lower = ifLower(own);
    if (lower && price && !replaced.has(price)) showIn(place, price, lower);
    // The price of the product of the page is in an island.
    else if (own && !price) startIslands('product');
  }
  // So is the sum of products that are bought together.
  if (ownPrices.get().size > 0) startIslands('add-all');
}

function showIn(place: Element, price: Element, own: OwnPrices): void {
  const { clientHeight: room = 0 } = price.parentElement ?? {};
  const original = struck(own.cataloguePrice);
  replace(price, [element('span', '', `${own.priceVaries ? 'From ' : ''}${rupees(own.price)}`), original]);
  // Smaller, or hidden on the smallest cards, if it would move what is below.
  for (const size of ['text-xs', 'sr-only'])
    if ((price.parentElement?.clientHeight ?? 0) > room) original.className = size;
  const badges = place.querySelector('.card-badges');
  const sale = badges?.querySelector('.badge-sale');
  const percent = wholePercentOff(toPaise(own.cataloguePrice), toPaise(own.price));
  if (sale && percent > 0) replace(sale, [`${percent}% OFF`]);
  const frame = place.querySelector('.card-frame');
  const label = element('span', frame ? 'badge badge-accent' : 'own-price', 'Your price');
  if (badges) replace(badges, [...badges.childNodes, label]);
  else if (frame) {
    const added = element('div', 'card-badges', '');
    added.append(label);
    replace(frame, [...frame.childNodes, added]);
  } else price.append(label);
}

function struck(amount: number): HTMLElement {
  const part = element('span', '', '');
  part.append(element('span', 'sr-only', 'Original price '), element('s', '', rupees(amount)));
  return part;
}

function element(name: 'span' | 's' | 'div', className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function replace(element: Element, nodes: (Node | string)[]): void {
  if (!replaced.has(element)) replaced.set(element, [...element.childNodes]);
  element.replaceChildren(...nodes);
}

/** Nobody sees the prices of the customer any more. */
function hide(): void {
  asked.clear();
  ownPrices.set(new Map());
  for (const [key, nodes] of replaced) key.replaceChildren(...nodes);
  replaced.clear();
}

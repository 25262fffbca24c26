import type { Order } from '../../../shared/contract/orders/orders.ts';
import type { VisitQuery } from '../../../shared/contract/visits.ts';
import { type CartLine, parseSavedCart, totalPrice } from '../../../shared/orders/cart.ts';
import { moneyOf } from '../../../shared/orders/order-sums.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { fromAttribute } from '../../islands/attribute.ts';
import type { ViewedProduct } from '../products/product-page/variant-choice.ts';

/** Something of the cart, a product page or an order. `price` of a unit in rupees. */
type Item = { id: string; name: string; variant?: string; price: number; quantity: number };

/** What the frame passes on, with the names of Google Analytics. `value` in rupees. */
type Measured = {
  name: 'page_view' | 'view_item' | 'search' | 'add_to_cart' | 'begin_checkout' | 'purchase';
  items?: Item[];
  /** Meta's kind of the item: `product_group` if no variant is chosen yet. */
  kind?: 'product' | 'product_group';
  value?: number;
  search_term?: string;
  transaction_id?: string;
};

type Answer = 'allowed' | 'declined';
/**
 * The answer of this browser, to whom it allows what, the cookies of their scripts, and the orders that were passed on.
 */
type Kept = { answer: Answer; receivers: string; cookies: [name: string, value: string][]; orders: string[] };

const storageKey = 'privacy';
const maxStored = 20;
const purchaseMs = 3_600_000;
/** Addresses below these name products; others may contain a key of a person. */
const publicPaths = ['products', 'size-guides'];
/** What advertisements add to addresses. */
const campaign = /^(utm_\w+|gclid|fbclid)$/;

const section = document.querySelector<HTMLElement>('[data-privacy]');
const receivers = section?.dataset.privacy ?? '';
let frame: HTMLIFrameElement | undefined;
let isReady = false;
/** Events of this page that wait for the answer or the frame. */
let waiting: object[] = [];

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const answer = event.target.closest<HTMLElement>('[data-privacy-answer]')?.dataset.privacyAnswer;
  if (answer === 'allowed' || answer === 'declined') decide(answer);
  if (!section || !event.target.closest('[data-privacy-link]')) return;
  event.preventDefault();
  section.hidden = false;
  section.focus();
});
addEventListener('message', ({ source, data }) => {
  const before = read();
  if (!frame || source !== frame.contentWindow || !Array.isArray(data?.cookies)) return;
  if (!before || currentAnswer() !== 'allowed') return;
  save({ ...before, cookies: data.cookies.slice(0, maxStored) });
});
// The answer of another tab, also for a page that the browser kept.
addEventListener('storage', followAnswer);
addEventListener('pageshow', followAnswer);
// The link “Privacy choices” has this address, for a click before this file was loaded.
if (section && (currentAnswer() === undefined || location.hash === '#privacy-choice')) section.hidden = false;

/** Passes on an event that was counted, if the visitor has allowed it. `line` is what was added to the cart. */
export function passOn({ event, page }: VisitQuery, line?: CartLine) {
  if (event === 'search') {
    const words = new URLSearchParams(location.search).get('search') ?? '';
    // Somebody may have pasted an email address or a number.
    return send({ name: 'search', search_term: /@|\d{5}/.test(words) ? '' : words });
  }
  if (event === 'add') return line && send({ name: 'add_to_cart', ...contentOf([line]) });
  // What was not allowed on the pages before is not passed on later.
  if (currentAnswer() === undefined) waiting = [];
  send({ name: 'page_view' });
  if (page === 'product') viewProduct();
  if (page === 'checkout' && !location.search) {
    const lines = parseSavedCart(readStored('cart'));
    if (lines.length > 0) send({ name: 'begin_checkout', ...contentOf(lines) });
  }
}

/** Passes on a new order, once in this browser. */
export function passOnOrder(order: Order) {
  const { _id, createdAt, cart_items } = order;
  const before = read();
  const isNew = Date.now() - Date.parse(createdAt) < purchaseMs;
  if (!before || currentAnswer() !== 'allowed' || !isNew || before.orders.includes(_id)) return;
  save({ ...before, orders: [_id, ...before.orders].slice(0, maxStored) });
  const items = cart_items.map(({ variant_id, product_id, variant, price, quantity }) => ({
    id: variant_id,
    name: product_id.name,
    variant,
    price,
    quantity,
  }));
  send({ name: 'purchase', transaction_id: _id, value: moneyOf(order), items });
}

function viewProduct() {
  const { props } = document.querySelector<HTMLElement>('haat-island[data-name="product"]')?.dataset ?? {};
  if (!props) return;
  const { product } = fromAttribute(props) as { product: ViewedProduct };
  const [only, another] = product.variants;
  const id = only && !another ? only._id : product._id;
  const item = { id, name: product.name, price: product.finalPrice, quantity: 1 };
  send({
    name: 'view_item',
    items: [item],
    value: product.finalPrice,
    kind: another ? 'product_group' : 'product',
  });
}

const contentOf = (lines: CartLine[]) => ({
  value: totalPrice(lines),
  items: lines.map(({ _id, variantId, name, variantLabel, price, quantity }) => ({
    id: variantId ?? _id,
    name,
    price,
    quantity,
    ...(variantLabel && { variant: variantLabel }),
  })),
});

function send(event: Measured) {
  const answer = currentAnswer();
  // As on the shop's own server, staff of the back office are not counted.
  if (answer === 'declined' || readStored('adminToken')) return;
  waiting.push({ ...event, page: pageData() });
  if (answer === 'allowed') open();
}

/** The page as receivers see it: without keys, ids or words in its address. */
function pageData() {
  const { origin, pathname, search } = location;
  const [, first = ''] = pathname.split('/');
  const address = new URL(publicPaths.includes(first) ? pathname : `/${first}`, origin);
  for (const [name, value] of new URLSearchParams(search))
    if (campaign.test(name)) address.searchParams.append(name, value);
  const from = document.referrer && new URL(document.referrer).origin;
  return {
    page_location: address.href,
    // The title of a search has its words.
    page_title: new URLSearchParams(search).has('search') ? 'Search' : document.title,
    page_referrer: from === origin ? '' : from,
  };
}

/** Opens the frame with the scripts of others, and sends it what waits. */
function open() {
  if (!frame) {
    frame = document.createElement('iframe');
    Object.assign(frame, { src: '/measurement', title: 'Measurement', hidden: true, ariaHidden: 'true' });
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.onload = () => {
      isReady = true;
      tell({ start: read()?.cookies ?? [] });
      flush();
    };
    document.body.append(frame);
  }
  if (isReady) flush();
}

function flush() {
  for (const event of waiting) tell(event);
  waiting = [];
}

/** A sandboxed page has no origin that could be named. */
const tell = (message: object) => frame?.contentWindow?.postMessage(message, '*');

function decide(answer: Answer) {
  const { cookies = [], orders = [] } = (answer === 'allowed' && read()) || {};
  save({ answer, receivers, cookies, orders });
  if (section) section.hidden = true;
  if (answer === 'allowed') open();
  else close();
}

function followAnswer() {
  if (frame && currentAnswer() !== 'allowed') close();
}

function close() {
  frame?.remove();
  frame = undefined;
  isReady = false;
  waiting = [];
}

/**
 * The answer that counts: a browser that asks not to be followed declines, and consent is for the named receivers only.
 */
function currentAnswer(): Answer | undefined {
  const kept = read();
  if (!kept)
    return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl ? 'declined' : undefined;
  const isNamed = receivers.split(' ').every((receiver) => kept.receivers.split(' ').includes(receiver));
  return kept.answer === 'declined' || isNamed ? kept.answer : undefined;
}

function read(): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(readStored(storageKey) ?? 'null');
    return kept?.answer ? kept : undefined;
  } catch {
    return undefined;
  }
}

function save(kept: Kept) {
  writeStored(storageKey, JSON.stringify(kept));
}

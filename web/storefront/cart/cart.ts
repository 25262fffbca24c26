import {
  type CartAction,
  type CartLine,
  type CartProduct,
  type CartVariant,
  cartReducer,
  type LineOf,
  lineFor,
  linesLeft,
  linesRestored,
  parseSavedCart,
  type Recipient,
  refreshedLines,
  sameLine,
  totalItems,
} from '../../../shared/orders/cart.ts';
import { call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { createStore } from '../../ui/store.ts';
import { countVisit } from '../../visits.ts';
import { forgetAttempt, type OrderedItem, orderedAttempt, reservedUnits } from '../checkout/attempt.ts';
import { readOwnPrices } from '../products/own-prices/own-prices.ts';
import { readCopy, writeCopy } from './account-copy.ts';
import { forgetCode } from './discount-code.ts';

/** `ready` is false on the server and before hydration, because the saved cart is in the browser. */
interface CartState {
  lines: CartLine[];
  ready: boolean;
  isOpen: boolean;
  /** How often the number of items has increased while this page was open. */
  increases: number;
  notice: string | null;
}

/** Keeps the cart of a signed-in shopper with their account (account-cart.ts). Failures are only logged. */
export interface CartKeeper {
  /** Sends what the account does not know yet. */
  send: () => Promise<void>;
  /** The same, and takes over what the account has. */
  read: () => Promise<void>;
}

const storageKey = 'cart';
/** The cart as it is saved, at the prices of the catalogue; `useCart` has it as it is shown. */
export const cart = createStore<CartState>({
  lines: [],
  ready: false,
  isOpen: false,
  increases: 0,
  notice: null,
});
let isFollowing = false;
let savedText: string | null = null;
let refreshing: Promise<void> | null = null;
let keeper: CartKeeper | undefined;
let isShown = false;

/** Calls `show` with the number of items, now and after each change. */
export function followCart(show: (totalItems: number, increases: number) => void) {
  const tell = () => show(totalItems(cart.get().lines), cart.get().increases);
  cart.subscribe(tell);
  followStorage();
  tell();
}

/** What keeps the cart from now on. Returns whether this page has shown the cart already. */
export function keepWith(next: CartKeeper): boolean {
  keeper = next;
  return isShown;
}

export const isKeptWith = (first: CartKeeper) => keeper === first;

/** Resolves when the account knows the cart, after two seconds at the latest. */
export const sendCart = () =>
  Promise.race([keeper?.send(), new Promise((resolve) => setTimeout(resolve, 2000))]);

/** After the sign-out the account keeps its cart, and the next person at this browser does not see it. */
export function leaveAccount() {
  keeper = undefined;
  if (!readCopy()) return;
  writeCopy(null);
  clearCart();
  forgetAttempt();
}

export function cartLines(): CartLine[] {
  readSaved();
  return cart.get().lines;
}

export function loadLines(lines: CartLine[]) {
  dispatch({ type: 'load', lines });
}

export function cartLabel(count: number): string {
  return `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
}

/** The number on the cart button, which has room for two digits. */
export function cartNumber(count: number): string {
  return count > 99 ? '99+' : String(count);
}

export function addToCart(product: CartProduct, variant: CartVariant, quantity = 1, recipient?: Recipient) {
  const line = lineFor(product, variant, quantity, recipient);
  dispatch({ type: 'add', line, quantity });
  countVisit({ event: 'add', product: product.slug }, line);
}

/** Adds what the cart lacks to contain this quantity, so that a repeated call changes nothing. */
export function addToCartUpTo(
  product: CartProduct,
  variant: CartVariant,
  quantity: number,
  recipient?: Recipient,
) {
  const wanted = lineFor(product, variant, quantity, recipient);
  const line = cartLines().find((cartLine) => sameLine(cartLine, wanted));
  const missing = quantity - (line?.quantity ?? 0);
  if (missing > 0) addToCart(product, variant, missing, recipient);
}

export function removeFromCart(line: LineOf) {
  dispatch({ type: 'remove', line });
}

export function updateQuantity(line: LineOf, quantity: number) {
  dispatch({ type: 'set', line, quantity });
}

export function clearCart() {
  dispatch({ type: 'clear' });
}

/** Adds the missing lines of `before` again. The other lines stay as they are. */
export function restoreLines(before: CartLine[]) {
  loadLines(linesRestored(cartLines(), before));
}

/**
 * Removes the quantities that a paid order contains, as the account does, and the code that it used. Items added since
 * then stay.
 */
export function removePurchased(items: OrderedItem[]) {
  forgetCode();
  const copy = readCopy();
  if (copy) writeCopy({ ...copy, lines: linesLeft(copy.lines, items), readAt: 0 });
  loadLines(linesLeft(cartLines(), items));
  keeper?.read();
}

export function openCart(notice: string | null = null) {
  cart.set({ ...cart.get(), isOpen: true, notice });
}

export function closeCart() {
  cart.set({ ...cart.get(), isOpen: false });
}

/**
 * Takes over the cart of the account, and replaces the product data of each line with the server's. If the requests fail,
 * the saved cart is kept.
 */
export function refreshCart(): Promise<void> {
  isShown = true;
  refreshing ??= fetchProducts().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Resolves when no refresh is running. */
export const untilRefreshed = () => refreshing;

async function fetchProducts(): Promise<void> {
  await keeper?.read();
  // The checkout looks itself, and opens the order.
  if (location.pathname !== '/checkout' && orderedAttempt()) {
    const { finishIfBought } = await import('../checkout/paid-attempt.ts');
    const items = await finishIfBought();
    if (items.length > 0) removePurchased(items);
  }
  const ids = [...new Set(cartLines().map((line) => line._id))].slice(0, 100);
  if (ids.length === 0) return;
  const own = readOwnPrices(ids);
  try {
    const { products } = await call('POST /products/bulk', { body: { ids } });
    loadLines(refreshedLines(cartLines(), products, ids, reservedUnits));
  } catch (error) {
    console.warn('The saved cart could not be refreshed and is used unchanged.', error);
  }
  await own;
}

function dispatch(action: CartAction) {
  readSaved();
  const lines = cartReducer(cart.get().lines, action);
  writeStored(storageKey, JSON.stringify(lines));
  savedText = readStored(storageKey);
  setLines(lines);
  keeper?.send();
}

/** Reads what this browser, perhaps in another tab, has saved, so that tabs do not overwrite each other's changes. */
function readSaved() {
  const text = readStored(storageKey);
  if (cart.get().ready && text === savedText) return;
  savedText = text;
  setLines(parseSavedCart(text));
}

function setLines(lines: CartLine[]) {
  const before = cart.get();
  const isIncrease = before.ready && totalItems(lines) > totalItems(before.lines);
  cart.set({ ...before, lines, ready: true, increases: before.increases + (isIncrease ? 1 : 0) });
}

/** Reads the saved cart, and follows its changes in other tabs. */
export function followStorage() {
  if (isFollowing) return;
  isFollowing = true;
  readSaved();
  window.addEventListener('pageshow', readSaved);
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) readSaved();
  });
}

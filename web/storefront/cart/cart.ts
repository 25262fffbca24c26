import { useSyncExternalStore } from 'react';
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
  refreshedLines,
  totalItems,
  totalPrice,
} from '../../../shared/cart.ts';
import { api } from '../../api.ts';
import { type OrderedItem, reservedUnits } from '../checkout/attempt.ts';

/** `ready` is false on the server and until the page is alive: the saved cart is not known before. */
interface CartState {
  lines: CartLine[];
  ready: boolean;
  isOpen: boolean;
  /** What the drawer has to tell about its lines. */
  notice: string | null;
}

const storageKey = 'cart';
const unknown: CartState = { lines: [], ready: false, isOpen: false, notice: null };
const listeners = new Set<() => void>();
let state = unknown;
let savedText: string | null = null;
let refreshing: Promise<void> | null = null;

/** The cart, its totals in rupees and what can be done with it. Every change is saved and seen by other tabs. */
export function useCart() {
  const { lines, ready, isOpen, notice } = useSyncExternalStore(subscribe, current, () => unknown);
  return {
    lines,
    ready,
    isOpen,
    notice,
    totalItems: totalItems(lines),
    totalPrice: totalPrice(lines),
    add,
    removeFromCart,
    updateQuantity,
    increase,
    decrease,
    clearCart,
    restore,
    openCart,
    closeCart,
  };
}

export function add(product: CartProduct, variant: CartVariant, quantity = 1) {
  dispatch({ type: 'add', line: lineFor(product, variant), quantity });
}

/** Makes sure that the cart holds this many, and no more for being told twice. */
export function addUpTo(product: CartProduct, variant: CartVariant, quantity: number) {
  readSaved();
  const line = current().lines.find(({ _id, variantId }) => _id === product._id && variantId === variant._id);
  const missing = quantity - (line?.quantity ?? 0);
  if (missing > 0) add(product, variant, missing);
}

function removeFromCart(line: LineOf) {
  dispatch({ type: 'remove', line });
}

function updateQuantity(line: LineOf, quantity: number) {
  dispatch({ type: 'set', line, quantity });
}

function increase(line: LineOf) {
  dispatch({ type: 'increase', line });
}

function decrease(line: LineOf) {
  dispatch({ type: 'decrease', line });
}

function clearCart() {
  dispatch({ type: 'clear' });
}

/** Puts back what was taken out of these lines; what else the cart holds now stays as it is. */
function restore(before: CartLine[]) {
  readSaved();
  dispatch({ type: 'load', lines: linesRestored(current().lines, before) });
}

/** Takes out what an order has bought; what was put in since stays. */
export function takeBought(items: OrderedItem[]) {
  readSaved();
  dispatch({ type: 'load', lines: linesLeft(current().lines, items) });
}

/** Opens the drawer; `notice` stands in it until the next time. */
export function openCart(notice: string | null = null) {
  change({ ...current(), isOpen: true, notice });
}

export function closeCart() {
  change({ ...current(), isOpen: false });
}

/** Asks the server about every line; its prices and stock win. When the call fails the saved cart is kept. */
export function refreshCart(): Promise<void> {
  refreshing ??= askServer().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function askServer(): Promise<void> {
  const ids = [...new Set(current().lines.map((line) => line._id))].slice(0, 100);
  if (ids.length === 0) return;
  try {
    const { products } = await api.post<{ products: CartProduct[] }>('/products/bulk', { ids });
    readSaved();
    dispatch({ type: 'load', lines: refreshedLines(current().lines, products, ids, reservedUnits) });
  } catch (error) {
    console.warn('The saved cart could not be refreshed and is used as it is.', error);
  }
}

function current(): CartState {
  if (!state.ready && typeof window !== 'undefined') {
    savedText = storedText();
    state = { ...state, lines: parseSavedCart(savedText), ready: true };
  }
  return state;
}

function dispatch(action: CartAction) {
  readSaved();
  const lines = cartReducer(current().lines, action);
  savedText = JSON.stringify(lines);
  try {
    localStorage.setItem(storageKey, savedText);
  } catch {
    savedText = storedText();
  }
  change({ ...current(), lines });
}

/** Takes over what another tab has saved since, so that two tabs never undo each other. */
function readSaved() {
  const text = storedText();
  if (!current().ready || text === savedText) return;
  savedText = text;
  change({ ...state, lines: parseSavedCart(text) });
}

function storedText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function change(next: CartState) {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    readSaved();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', readSaved);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', readSaved);
  };
}

function onStorage(event: StorageEvent) {
  if (event.key === storageKey || event.key === null) readSaved();
}

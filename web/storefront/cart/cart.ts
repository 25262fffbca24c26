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
import { call } from '../../api.ts';
import { type OrderedItem, reservedUnits } from '../checkout/attempt.ts';

/** `ready` is false on the server and before hydration, because the saved cart is in the browser. */
interface CartState {
  lines: CartLine[];
  ready: boolean;
  isOpen: boolean;
  /** A message above the lines in the drawer. */
  notice: string | null;
}

const storageKey = 'cart';
const initialState: CartState = { lines: [], ready: false, isOpen: false, notice: null };
const listeners = new Set<() => void>();
let state = initialState;
let savedText: string | null = null;
let refreshing: Promise<void> | null = null;

/** The cart, its totals in rupees and its actions. Every change is saved, and other tabs follow it. */
export function useCart() {
  const { lines, ready, isOpen, notice } = useSyncExternalStore(subscribe, current, () => initialState);
  return {
    lines,
    ready,
    isOpen,
    notice,
    totalItems: totalItems(lines),
    totalPrice: totalPrice(lines),
    removeFromCart,
    updateQuantity,
    clearCart,
    restoreLines,
    openCart,
    closeCart,
  };
}

export function addToCart(product: CartProduct, variant: CartVariant, quantity = 1) {
  dispatch({ type: 'add', line: lineFor(product, variant), quantity });
}

/** Adds what the cart lacks to contain this quantity, so that a repeated call changes nothing. */
export function addToCartUpTo(product: CartProduct, variant: CartVariant, quantity: number) {
  readSaved();
  const line = current().lines.find(({ _id, variantId }) => _id === product._id && variantId === variant._id);
  const missing = quantity - (line?.quantity ?? 0);
  if (missing > 0) addToCart(product, variant, missing);
}

function removeFromCart(line: LineOf) {
  dispatch({ type: 'remove', line });
}

function updateQuantity(line: LineOf, quantity: number) {
  dispatch({ type: 'set', line, quantity });
}

function clearCart() {
  dispatch({ type: 'clear' });
}

/** Adds the missing lines of `before` again. The other lines stay as they are. */
function restoreLines(before: CartLine[]) {
  readSaved();
  dispatch({ type: 'load', lines: linesRestored(current().lines, before) });
}

/** Removes the quantities that an order contains. Items added since then stay. */
export function removePurchased(items: OrderedItem[]) {
  readSaved();
  dispatch({ type: 'load', lines: linesLeft(current().lines, items) });
}

/** Opens the drawer with a message, or without one. */
export function openCart(notice: string | null = null) {
  change({ ...current(), isOpen: true, notice });
}

export function closeCart() {
  change({ ...current(), isOpen: false });
}

/** Replaces the product data of each line with the server's. If the request fails, the saved cart is kept. */
export function refreshCart(): Promise<void> {
  refreshing ??= fetchProducts().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function fetchProducts(): Promise<void> {
  const ids = [...new Set(current().lines.map((line) => line._id))].slice(0, 100);
  if (ids.length === 0) return;
  try {
    const { products } = await call('POST /products/bulk', { body: { ids } });
    readSaved();
    dispatch({ type: 'load', lines: refreshedLines(current().lines, products, ids, reservedUnits) });
  } catch (error) {
    console.warn('The saved cart could not be refreshed and is used unchanged.', error);
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

/** Reads what another tab has saved meanwhile, so that tabs do not overwrite each other's changes. */
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

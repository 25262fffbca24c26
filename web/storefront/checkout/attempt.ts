import type { LineOf, Recipient } from '../../../shared/orders/cart.ts';
import { reservationMinutes } from '../../../shared/orders/order-state.ts';
import { readStored, writeStored } from '../../browser-storage.ts';

const storageKey = 'checkout_attempt';
const reservationMs = reservationMinutes * 60_000;

/** An attempt to buy a cart. A retry or a reload continues it, so that it creates at most one order. */
export interface Attempt {
  /** The Idempotency-Key of create-order. */
  key: string;
  /** The order request as JSON; a different request is a new attempt. */
  content: string;
  startedAt: number;
  orderId?: string;
  /** The attempt whose unpaid order this one replaces: its reserved items can be ordered again. */
  replaces?: Attempt;
}

/** The fields of an order line that the cart needs. */
export interface OrderedItem {
  product_id: string;
  variant_id: string | null;
  quantity: number;
  recipient?: Recipient;
}

/** The current attempt if it has this request, else a new one. */
export function attemptFor(request: object): Attempt {
  const current = currentAttempt();
  return current?.content === JSON.stringify(request) ? current : newAttempt(request);
}

/** Starts an attempt with a new key. It replaces the unpaid order of the previous attempt, if there is one. */
export function newAttempt(request: object): Attempt {
  const replaces = orderedAttempt();
  return saveAttempt({
    key: newKey(),
    content: JSON.stringify(request),
    startedAt: Date.now(),
    ...(replaces && { replaces: { ...replaces, replaces: undefined } }),
  });
}

export function currentAttempt(): Attempt | null {
  try {
    const found: unknown = JSON.parse(readStored(storageKey) ?? 'null');
    return isAttempt(found) ? found : null;
  } catch {
    return null;
  }
}

/** The attempt that has an unpaid order: the current one, else the one that it replaces. */
export function orderedAttempt(): (Attempt & { orderId: string }) | null {
  const current = currentAttempt();
  const found = current?.orderId ? current : current?.replaces;
  return found?.orderId ? { ...found, orderId: found.orderId } : null;
}

export function itemsOf(attempt: Attempt): OrderedItem[] {
  return (JSON.parse(attempt.content) as { cart_items?: OrderedItem[] }).cart_items ?? [];
}

export function recordOrder(attempt: Attempt, orderId: string): Attempt {
  return saveAttempt({ ...attempt, orderId, startedAt: Date.now(), replaces: undefined });
}

/** Ends the attempt of an order that is paid or can no longer be paid. Attempts of other orders stay. */
export function endAttempt(orderId: string) {
  if (orderedAttempt()?.orderId === orderId) writeStored(storageKey, null);
}

export function forgetAttempt() {
  writeStored(storageKey, null);
}

/**
 * The quantity that is reserved for the shopper's own unpaid order. It is available to them, although the shop counts
 * it as sold.
 */
export function reservedUnits(line: LineOf): number {
  const attempt = orderedAttempt();
  if (!attempt || Date.now() - attempt.startedAt > reservationMs) return 0;
  const reserved = itemsOf(attempt).find(
    ({ product_id, variant_id }) => product_id === line._id && variant_id === line.variantId,
  );
  return reserved?.quantity ?? 0;
}

function saveAttempt(attempt: Attempt): Attempt {
  writeStored(storageKey, JSON.stringify(attempt));
  return attempt;
}

function isAttempt(found: unknown): found is Attempt {
  return (
    typeof found === 'object' &&
    found !== null &&
    'key' in found &&
    typeof found.key === 'string' &&
    'content' in found &&
    typeof found.content === 'string' &&
    'startedAt' in found &&
    typeof found.startedAt === 'number'
  );
}

/** crypto.randomUUID exists only on https and localhost; a shop may be evaluated over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const storageKey = 'checkout_attempt';
/** How long the shop holds the pieces of an unpaid order (contract §2). */
const holdMs = 15 * 60 * 1000;

/** One try to buy one cart. A retry or a reload goes on with it, so that it never makes a second order. */
export interface Attempt {
  /** The Idempotency-Key of create-order. */
  key: string;
  /** The request that it stands for; another request is another attempt. */
  content: string;
  startedAt: number;
  orderId?: string;
  /** The attempt whose unpaid order this one stands in for: what it holds is hers to buy anew. */
  replaces?: Attempt;
}

/** A line of an order, as far as it concerns the cart. */
export interface OrderedItem {
  product_id: string;
  variant_id: string | null;
  quantity: number;
}

/** The attempt for this request: the one under way, or a new one when anything in the request has changed. */
export function attemptFor(request: object): Attempt {
  const underWay = currentAttempt();
  return underWay?.content === JSON.stringify(request) ? underWay : newAttempt(request);
}

/** An attempt with a key of its own. It knows the order that the one before it has led to. */
export function newAttempt(request: object): Attempt {
  const replaces = orderedAttempt();
  return saved({
    key: newKey(),
    content: JSON.stringify(request),
    startedAt: Date.now(),
    ...(replaces && { replaces: { ...replaces, replaces: undefined } }),
  });
}

/** The attempt under way, if there is one. */
export function currentAttempt(): Attempt | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isAttempt(found) ? found : null;
  } catch {
    return null;
  }
}

/** The attempt whose order waits for its payment: the one under way, or else the one that it replaces. */
export function orderedAttempt(): (Attempt & { orderId: string }) | null {
  const underWay = currentAttempt();
  const found = underWay?.orderId ? underWay : underWay?.replaces;
  return found?.orderId ? { ...found, orderId: found.orderId } : null;
}

/** What an attempt is to buy. */
export function itemsOf(attempt: Attempt): OrderedItem[] {
  return (JSON.parse(attempt.content) as { cart_items?: OrderedItem[] }).cart_items ?? [];
}

/** Notes which order the attempt has led to. */
export function attemptOrdered(attempt: Attempt, orderId: string): Attempt {
  return saved({ ...attempt, orderId, startedAt: Date.now(), replaces: undefined });
}

/** The attempt's order is paid or has ended: the next click on Pay starts a new attempt. Other orders' attempts stay. */
export function endAttempt(orderId: string) {
  if (orderedAttempt()?.orderId !== orderId) return;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored either.
  }
}

/**
 * Pieces that the shop holds for the unpaid order under way. The shopper's own hold must not read as
 * 'Out of Stock' in her cart.
 */
export function reservedUnits(line: { _id: string; variantId: string | null }): number {
  const attempt = orderedAttempt();
  if (!attempt || Date.now() - attempt.startedAt > holdMs) return 0;
  const held = itemsOf(attempt).find(
    (item) => item.product_id === line._id && item.variant_id === line.variantId,
  );
  return held?.quantity ?? 0;
}

function saved(attempt: Attempt): Attempt {
  try {
    localStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch {
    // Without storage the attempt lasts as long as the page.
  }
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

/** crypto.randomUUID exists on https and localhost only; a shop tried out over plain http must sell too. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const storageKey = 'order_keys';
const maxKeys = 20;

/** The key that opens an order for whoever has no account (contract §3), if this browser holds it. */
export function orderKey(orderId: string): string | undefined {
  return savedKeys().find(([id]) => id === orderId)?.[1];
}

/** Keeps an order's key; the 20 newest stay. */
export function rememberOrderKey(orderId: string, key: string) {
  const others = savedKeys().filter(([id]) => id !== orderId);
  const kept = [...others, [orderId, key] as const].slice(-maxKeys);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that stores nothing still shows the order as long as the page stands.
  }
}

/** The orders whose keys this browser holds, the newest first. */
export function knownOrders(): string[] {
  return savedKeys()
    .map(([id]) => id)
    .reverse();
}

/** What a call about an order sends along. */
export function orderKeyHeader(orderId: string): Record<string, string> {
  const key = orderKey(orderId);
  return key ? { 'x-order-key': key } : {};
}

function savedKeys(): (readonly [string, string])[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof saved !== 'object' || saved === null) return [];
    return Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  } catch {
    return [];
  }
}

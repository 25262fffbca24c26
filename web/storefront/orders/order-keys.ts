import { readStored, writeStored } from '../../browser-storage.ts';

const storageKey = 'order_keys';
const maxKeys = 20;

/** The key that gives guests access to an order (contract §3), if this browser has it. */
export function orderKey(orderId: string): string | undefined {
  return savedKeys().find(([id]) => id === orderId)?.[1];
}

/** Saves an order's key. The 20 newest are kept. */
export function saveOrderKey(orderId: string, key: string) {
  const others = savedKeys().filter(([id]) => id !== orderId);
  const keys = [...others, [orderId, key] as const].slice(-maxKeys);
  writeStored(storageKey, JSON.stringify(Object.fromEntries(keys)));
}

/** The ids of the orders whose keys this browser has, newest first. */
export function savedOrderIds(): string[] {
  return savedKeys()
    .map(([id]) => id)
    .reverse();
}

export function orderKeyHeader(orderId: string): Record<string, string> {
  const key = orderKey(orderId);
  return key ? { 'x-order-key': key } : {};
}

function savedKeys(): (readonly [string, string])[] {
  try {
    const saved: unknown = JSON.parse(readStored(storageKey) ?? '{}');
    if (typeof saved !== 'object' || saved === null) return [];
    return Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  } catch {
    return [];
  }
}

import { readStored, writeStored } from '../../../browser-storage.ts';

const storageKey = 'viewed';
/** The list shows 12; the product of the page is not among them. */
const maxViewed = 13;

/** The ids of the products whose pages this browser has shown, the latest first. */
function readViewed(): string[] {
  try {
    const ids: unknown = JSON.parse(readStored(storageKey) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers that this product's page was shown. Returns the ids of the others, the latest first. */
export function rememberViewed(id: string): string[] {
  const others = readViewed().filter((text) => text !== id);
  writeStored(storageKey, JSON.stringify([id, ...others].slice(0, maxViewed)));
  return others.slice(0, maxViewed - 1);
}

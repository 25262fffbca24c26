import type { CartQuantity } from '../../../shared/orders/cart.ts';
import { readStored, writeStored } from '../../browser-storage.ts';

/** What the cart of the account `owner` contained when this browser read it last: at `readAt`, in ms. */
export interface AccountCopy {
  owner: string;
  lines: CartQuantity[];
  readAt: number;
}

const storageKey = 'cart_account';

/** Null if the cart of this browser belongs to no account. */
export function readCopy(): AccountCopy | null {
  try {
    return JSON.parse(readStored(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

export function writeCopy(copy: AccountCopy | null) {
  writeStored(storageKey, copy && JSON.stringify(copy));
}

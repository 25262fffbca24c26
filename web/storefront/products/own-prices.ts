import type { OwnPrices } from '../../../shared/contract/price-lists.ts';
import { createStore } from '../../ui/store.ts';

type Read = (ids: string[]) => Promise<void>;

/**
 * What products cost the signed-in customer, by their ids, if that is less than in the catalogue (decision 164). Only in
 * memory, so that nothing of it is left after she has signed out; empty for everybody without a price list.
 */
export const ownPrices = createStore<ReadonlyMap<string, OwnPrices>>(new Map());

let read: Read | undefined;
const wanted = new Set<string>();

/** Reads her prices of these products again: now, or when it is known that she has price lists. */
export async function readOwnPrices(ids: string[]): Promise<void> {
  for (const id of ids) wanted.add(id);
  if (ids.length > 0) await read?.(ids);
}

/** What reads prices from now on, beginning with those that were wanted before; undefined for nobody's. */
export function readWith(next: Read | undefined): void {
  read = next;
  if (next) readOwnPrices([...wanted]);
}

/** Her price of a variant. */
export const ownPriceOf = (own: OwnPrices | undefined, variantId: string | null) =>
  own?.variants.find(({ variant_id }) => variant_id === variantId);

import type { OwnPrices } from '../../../../shared/contract/catalogue/price-lists.ts';
import { createStore } from '../../../ui/store.ts';

/**
 * What products cost the signed-in customer, by their ids, if that is less than in the catalogue (decision 164). Only in
 * memory, so that nothing of it is left after they have signed out; empty for everybody without a price list.
 */
export const ownPrices = createStore<ReadonlyMap<string, OwnPrices>>(new Map());

/** Their prices of a product, if its cheapest variant costs them less: else the price of the catalogue is shown for it. */
export const ifLower = (own: OwnPrices | undefined) =>
  own && own.price < own.cataloguePrice ? own : undefined;

const wanted: string[] = [];
let read = async (ids: string[]): Promise<void> => {
  wanted.push(...ids);
};

/** Reads their prices of these products again, if they have price lists, or when that is known. */
export const readOwnPrices = (ids: string[]): Promise<void> => read(ids);

/** What reads prices from now on. Returns the products whose prices were wanted before. */
export function readWith(next: typeof read): string[] {
  read = next;
  return wanted;
}

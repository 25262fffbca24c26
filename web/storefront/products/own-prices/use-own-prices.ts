import type { OwnPrices } from '../../../../shared/contract/catalogue/price-lists.ts';
import { ownPrices } from './own-prices.ts';

/** The prices of the signed-in customer by product; none on the server and before hydration. */
export const useOwnPrices = () => ownPrices.use();

/** Their price of a variant. */
export const ownPriceOf = (own: OwnPrices | undefined, variantId: string | null) =>
  own?.variants.find(({ variant_id }) => variant_id === variantId);

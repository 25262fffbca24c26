import type { OwnPrices } from '../../../shared/contract/catalogue/price-lists.ts';
import { toRupees } from '../../../shared/money.ts';
import type { Actor, Deps } from '../../deps.ts';
import { unauthorized } from '../../errors.ts';
import { listOwnPrices } from './price-list-queries.ts';

export { ownPrice, sellingNow } from './own-price-queries.ts';
export { priceListAdmin } from './price-list-admin.ts';

/** The prices of one caller (decision 164). */
export const priceLists = ({ db }: Pick<Deps, 'db'>, actor: Actor) => ({
  /** What those of these products cost the signed-in customer that cost them less than in the catalogue. */
  async getOwnPrices(productIds: string[]): Promise<OwnPrices[]> {
    if (actor.kind === 'guest') throw unauthorized();
    const products = Map.groupBy(
      await listOwnPrices(db, actor.userId, productIds),
      ({ productId }) => productId,
    );
    return [...products].flatMap(([id, variants]) => {
      const own = variants.flatMap(({ id, ownPrice, sellingPaise }) =>
        ownPrice
          ? { variant_id: id, price: toRupees(ownPrice.paise), cataloguePrice: toRupees(sellingPaise) }
          : [],
      );
      if (own.length === 0) return [];
      const paise = variants.map(({ ownPrice, sellingPaise }) => ownPrice?.paise ?? sellingPaise);
      return {
        product_id: id,
        price: toRupees(Math.min(...paise)),
        cataloguePrice: toRupees(Math.min(...variants.map(({ sellingPaise }) => sellingPaise))),
        priceVaries: new Set(paise).size > 1,
        variants: own,
      };
    });
  },
});

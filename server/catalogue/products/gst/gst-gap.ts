import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import { gstGap } from '../../../../shared/gst.ts';
import { toPaise } from '../../../../shared/money.ts';
import type { Trx } from '../../../db/database.ts';
import { badRequest } from '../../../errors.ts';
import { regularOf } from '../variant-price.ts';
import { chargesGst, findHsnCodes } from './gst-queries.ts';

/**
 * 400 if a selling price, or the price of a scheduled sale, that was changed is one for which no GST rate fits, in a shop
 * that charges GST (decision␠164). `before` is undefined for a new product.
 */
export async function requireGstRates(trx: Trx, after: Product, before?: Product): Promise<void> {
  const now = new Date();
  const pricesOf = (variant: Variant) => ({
    finalPrice: regularOf(variant).finalPrice,
    salePrice: variant.salePrice ?? undefined,
  });
  const kept = new Map(
    before?.hsn === after.hsn ? before.variants.map((variant) => [variant._id, pricesOf(variant)]) : [],
  );
  const errors: Record<string, string> = {};
  for (const [index, variant] of after.variants.entries()) {
    const prices = pricesOf(variant);
    for (const name of ['finalPrice', 'salePrice'] as const) {
      const price = prices[name];
      const gap = price !== undefined && gstGap(after.hsn, toPaise(price), now);
      if (gap && kept.get(variant._id)?.[name] !== price)
        errors[after.options.length > 0 ? `variants.${index}.${name}` : name] = gap;
    }
  }
  const [first] = Object.values(errors);
  if (first && (await chargesGst(trx))) throw badRequest(first, errors);
}

/**
 * Why no GST rate fits new selling prices of these products, or their prices with this HSN code, by product; empty in a
 * shop that does not charge GST.
 */
export async function findGstGaps(
  trx: Trx,
  prices: { productId: string; sellingPaise: number }[],
  newHsn?: string,
): Promise<Map<string, string>> {
  const now = new Date();
  const ids = newHsn ? [] : prices.map(({ productId }) => productId);
  const stored = await findHsnCodes(trx, [...new Set(ids)]);
  const gaps = prices.flatMap(({ productId, sellingPaise }): [string, string][] => {
    const gap = gstGap(newHsn ?? stored.get(productId) ?? null, sellingPaise, now);
    return gap ? [[productId, gap]] : [];
  });
  return new Map(gaps.length > 0 && (await chargesGst(trx)) ? gaps : []);
}

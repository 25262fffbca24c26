import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { gstProblems } from '../../../../shared/products/gst-rates.ts';
import type { Trx } from '../../../db/database.ts';
import { badRequest } from '../../../errors.ts';
import { hasOwnGstin } from './gst-queries.ts';

/** What decides whether a product can be sold with GST; `gstRate` in percent. */
export type Taxed = Pick<Product, 'status' | 'hsn' | 'gstRate'> & { isGiftCard?: boolean | undefined };

/** Whether shoppers see products of this status and can buy them. */
export const isForSale = (status: Product['status']): boolean => status === 'active' || status === 'featured';

/**
 * What a change takes from a product that is for sale after it, or lets it be without while it goes on sale, by field:
 * HSN code and GST rate (contract §2). What a product on sale lacked before is no problem of the change.
 */
export function newGstProblems(after: Taxed, before?: Taxed): Record<string, string> {
  const now = new Date();
  if (!isForSale(after.status)) return {};
  const known = before && isForSale(before.status) ? Object.values(gstProblems(before, now)) : [];
  return Object.fromEntries(
    Object.entries(gstProblems(after, now)).filter(([, message]) => !known.includes(message)),
  );
}

/**
 * 400 by field for the problems of newGstProblems, in a shop that has a GSTIN of its own: that of the demo shop is no
 * registration, and products can be tried there without HSN codes (spec §3 Product form payload).
 */
export async function requireGst(trx: Trx, after: Taxed, before?: Taxed): Promise<void> {
  const errors = newGstProblems(after, before);
  const [first] = Object.values(errors);
  if (first && (await hasOwnGstin(trx))) throw badRequest(first, errors);
}

/** The first of these problems of each product that has one, by its id. */
export async function findGstProblems(
  trx: Trx,
  products: { id: string; before: Taxed; after: Taxed }[],
): Promise<Map<string, string>> {
  const found = products.flatMap(({ id, before, after }): [string, string][] => {
    const [first] = Object.values(newGstProblems(after, before));
    return first ? [[id, first]] : [];
  });
  return new Map(found.length > 0 && (await hasOwnGstin(trx)) ? found : []);
}

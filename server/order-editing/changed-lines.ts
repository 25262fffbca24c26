import type { LinesChange, LinesQuoteRequest } from '../../shared/contract/orders/order-edits.ts';
import { findForSale, readStock, type SaleVariant } from '../catalogue/catalogue.ts';
import { checkPrices, notesOn, termsOf } from '../checkout/checkout.ts';
import type { Trx } from '../db/database.ts';
import { findOffersOfOrder } from '../discounts/discounts.ts';
import type { LockedOrder, listItems } from '../orders/queries/order-queries.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import { priceCart, variantLabel } from '../pricing/pricing.ts';

export type Items = Awaited<ReturnType<typeof listItems>>;

/**
 * Prices the new lines of an order: its products at its own prices, others at those of its account or the catalogue,
 * with its fee of cash on delivery, and with the discounts of the shop that it has unless the request names another one.
 */
export async function priceLines(
  trx: Trx,
  items: Items,
  request: LinesQuoteRequest,
  order: Pick<LockedOrder, 'id' | 'userId' | 'codFeePaise' | 'codState'>,
  now: Date,
): Promise<PricedCart> {
  const { userId, codFeePaise, codState } = order;
  const terms = termsOf(request, { userId, method: codState ? 'cash_on_delivery' : 'online', now });
  const offers = request.discount === undefined ? await findOffersOfOrder(trx, order.id) : terms.offers;
  const cart = await priceCart(
    trx,
    request.cart_items,
    { ...terms, codFeePaise, offers },
    await variantsOfOrder(trx, items, userId),
  );
  checkPrices(cart, request);
  return cart;
}

/** The variants of an order as it bought them, with the units that it can have. They need not be for sale any more. */
async function variantsOfOrder(trx: Trx, items: Items, userId: string | null): Promise<SaleVariant[]> {
  const ids = items.map(({ variantId }) => variantId);
  const stock = await readStock(trx, ids);
  const listed = new Map((await findForSale(trx, ids, userId)).map((variant) => [variant.id, variant]));
  return items.map(({ variantId: id, variantLabel, unitPaise, ...item }) => ({
    id,
    productId: item.productId,
    sku: item.sku,
    name: item.name,
    slug: item.slug,
    image: item.image,
    // Its charge is not by weight. A product that is not for sale any more has no discount of its category.
    categoryId: listed.get(id)?.categoryId ?? null,
    weightGrams: null,
    isGiftCard: item.recipient !== null,
    hsn: item.hsn,
    gstTenths: item.gstTenths,
    optionValues: variantLabel ? [variantLabel] : [],
    sellingPaise: unitPaise,
    cataloguePaise: unitPaise,
    takesDiscounts: listed.get(id)?.takesDiscounts ?? true,
    pricePaise: Math.max(unitPaise, listed.get(id)?.pricePaise ?? 0),
    stock: (stock.get(id) ?? 0) + item.quantity,
  }));
}

type Priced = Pick<Items[number], 'variantId' | 'quantity' | 'unitPaise' | 'discountPaise' | 'shippingPaise'>;

/** Whether these are the same lines at the same prices, in any order. */
export function isSame(before: Priced[], after: Priced[]): boolean {
  const contentOf = (lines: Priced[]) =>
    lines
      .map(({ variantId, quantity, unitPaise, discountPaise, shippingPaise }) =>
        [variantId, quantity, unitPaise, discountPaise, shippingPaise].join(),
      )
      .sort()
      .join(';');
  return contentOf(before) === contentOf(after);
}

const discountOf = (lines: { discountPaise: number }[]) =>
  lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0);
const chargeOf = (lines: { shippingPaise: number }[]) =>
  lines.reduce((sum, { shippingPaise }) => sum + shippingPaise, 0);

/** The changed quantities, in words; empty if there are none. */
export function changesOf(before: Items, { lines }: PricedCart): string {
  const after = lines.map(({ variant, quantity }) => ({
    variantId: variant.id,
    name: variant.name,
    variantLabel: variantLabel(variant),
    quantity,
  }));
  const nameOf = (line: { name: string; variantLabel: string }) =>
    line.variantLabel ? `${line.name} (${line.variantLabel})` : line.name;
  const removed = before.filter((line) => !after.some(({ variantId }) => variantId === line.variantId));
  const changed = after.flatMap((line) => {
    const old = before.find(({ variantId }) => variantId === line.variantId)?.quantity;
    if (old === line.quantity) return [];
    const units = `${line.quantity} × ${nameOf(line)}`;
    return old === undefined ? `added ${units}` : `${units} instead of ${old}`;
  });
  return [...removed.map((line) => `removed ${line.quantity} × ${nameOf(line)}`), ...changed].join(', ');
}

/** The changed prices, discount and delivery charge, for the back office. */
export function termNotes(cart: PricedCart, before: Items, request: LinesChange): string[] {
  const isSameDiscount = discountOf(cart.lines) === discountOf(before);
  const isSameCharge = chargeOf(cart.lines) === chargeOf(before);
  return notesOn(cart, {
    cart_items: request.cart_items,
    discount: isSameDiscount ? undefined : request.discount,
    shipping: isSameCharge ? 0 : request.shipping,
  });
}

import type { ManualOrderRequest } from '../../../shared/contract/orders/manual-orders.ts';
import { shortRupees, toPaise, toRupees, toTenths } from '../../../shared/money.ts';
import { findForSale } from '../../catalogue/catalogue.ts';
import { isContactOf } from '../../customers/customers.ts';
import type { Trx } from '../../db/database.ts';
import { badField } from '../../errors.ts';
import type { PricedCart } from '../../pricing/priced-cart.ts';
import { chargesOf, isGoods, shopTerms } from '../../pricing/pricing.ts';
import type { Terms } from '../../pricing/terms.ts';

export type SaleTerms = Pick<ManualOrderRequest, 'cart_items' | 'shipping'> & {
  discount?: ManualOrderRequest['discount'] | null;
};

/** The terms of a request for this account, in paise. 400 for a product that is named twice. */
export function termsOf(
  { cart_items: items, discount, shipping }: SaleTerms,
  { userId, method, now }: Pick<Terms, 'userId' | 'method' | 'now'>,
): Terms {
  const prices = new Map<string, number>();
  const seen = new Set<string>();
  for (const [index, { variant_id, price }] of items.entries()) {
    const id = variant_id.toLowerCase();
    if (seen.has(id))
      throw badField(`cart_items.${index}.variant_id`, 'This product is in the order already');
    seen.add(id);
    if (price !== undefined) prices.set(id, toPaise(price));
  }
  return {
    ...shopTerms({ now, userId, delivery: { paise: toPaise(shipping) }, method }),
    prices,
    reduction: reductionOfSale(discount),
  };
}

function reductionOfSale(discount: SaleTerms['discount']): Terms['reduction'] {
  if (!discount) return null;
  return discount.type === 'percent'
    ? { percentTenths: toTenths(discount.percent) }
    : { paise: toPaise(discount.amount) };
}

const notForAdmins = 'Shoppers buy gift cards in the shop. You create them on the page Gift cards.';

/**
 * 400 for a discount above the price, for a gift card, for a price above the list price, which is the maximum retail
 * price, and for a delivery charge on products that cost nothing, which no line could carry.
 */
export function checkPrices(cart: PricedCart, { cart_items: items, shipping, discount }: SaleTerms): void {
  const goods = cart.lines.filter(isGoods);
  const subtotalPaise = goods.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  if (discount?.type === 'amount' && toPaise(discount.amount) > subtotalPaise)
    throw badField('discount', 'The discount is larger than the price of the products');
  for (const { variant, unitPaise } of cart.lines) {
    if (unitPaise <= variant.pricePaise && !variant.isGiftCard) continue;
    const index = items.findIndex(({ variant_id }) => variant_id.toLowerCase() === variant.id);
    if (variant.isGiftCard) throw badField(`cart_items.${index}.variant_id`, notForAdmins);
    const message = `At most the list price of ${shortRupees(toRupees(variant.pricePaise))}`;
    throw badField(`cart_items.${index}.price`, message);
  }
  if (chargesOf(cart) !== toPaise(shipping) + cart.terms.codFeePaise)
    throw badField('shipping', 'Products that cost nothing can’t carry a delivery charge');
}

type Buyer = { userId: string | null; email: string; mobile: string };
type Item = { variantId: string; quantity: number; unitPaise: number; discountPaise: number };

/**
 * By how much an order with these items is cheaper for its buyer than its full prices, in paise, beyond what each
 * variant and the discount were cheaper `before`; higher prices of other items do not count.
 */
export async function reductionOf(
  trx: Trx,
  buyer: Buyer,
  items: Item[],
  before: Item[] = [],
): Promise<number> {
  const full = await fullPricesFor(trx, buyer, [before, items].flat());
  const was = reductionsOf(before, full);
  const discountPaise = discountOf(items) - discountOf(before);
  return [...reductionsOf(items, full)].reduce(
    (sum, [variantId, paise]) => sum + Math.max(0, paise - (was.get(variantId) ?? 0)),
    Math.max(0, discountPaise),
  );
}

/** What the buyer of an order saves, in paise, if the order now gets other contact details of a buyer. */
export async function reductionByContact(
  trx: Trx,
  former: Buyer,
  buyer: Buyer,
  items: Item[],
): Promise<number> {
  return Math.max(0, (await reductionOf(trx, buyer, items)) - (await reductionOf(trx, former, items)));
}

/**
 * Full prices of variants in paise: those of the account of the order if its email address, or without one its mobile
 * number, is one of the customer, who then learns of it. For anybody else they are those of the catalogue.
 */
async function fullPricesFor(trx: Trx, { userId, email, mobile }: Buyer, items: Item[]) {
  const isForCustomer = userId !== null && (await isContactOf(trx, userId, email || mobile));
  const ids = items.map(({ variantId }) => variantId);
  const found = await findForSale(trx, ids, isForCustomer ? userId : null);
  return new Map(found.map(({ id, sellingPaise }) => [id, sellingPaise]));
}

/** By how much each variant of these items is cheaper than its full price, in paise. */
function reductionsOf(items: Item[], full: Map<string, number>): Map<string, number> {
  const reductions = new Map<string, number>();
  for (const { variantId, quantity, unitPaise } of items) {
    const unitReduction = Math.max(0, (full.get(variantId) ?? unitPaise) - unitPaise);
    reductions.set(variantId, (reductions.get(variantId) ?? 0) + unitReduction * quantity);
  }
  return reductions;
}

const discountOf = (items: Item[]) => items.reduce((sum, { discountPaise }) => sum + discountPaise, 0);

/** For the timeline: which lines have a price of a list of the customer (decision 164); empty if none has. */
export function priceListNotes({ lines }: PricedCart): string[] {
  const texts = lines
    .filter(
      ({ variant, unitPaise }) => unitPaise === variant.sellingPaise && unitPaise < variant.cataloguePaise,
    )
    .map(
      ({ variant: { name, cataloguePaise }, unitPaise }) =>
        `${name} ${rupeesOf(unitPaise)} instead of ${rupeesOf(cataloguePaise)}`,
    );
  return texts.length > 0 ? [`Prices of the customer’s price lists: ${texts.join(', ')}`] : [];
}

/** What differs from the catalogue, or from the price lists of the customer, for the timeline and the audit log. */
export function notesOn(cart: PricedCart, { cart_items: items, discount, shipping }: SaleTerms): string[] {
  const prices = cart.lines.flatMap(({ variant, unitPaise }) => {
    if (unitPaise === variant.sellingPaise) return [];
    const reason = items.find(({ variant_id }) => variant_id.toLowerCase() === variant.id)?.reason;
    return `Price of ${variant.name}: ${rupeesOf(unitPaise)} instead of ${rupeesOf(variant.sellingPaise)} (${reason})`;
  });
  const discountPaise = cart.lines.reduce((sum, line) => sum + line.discountPaise, 0);
  return [
    ...prices,
    ...(discount ? [`Discount of ${rupeesOf(discountPaise)}`] : []),
    ...(shipping > 0 ? [`Delivery charge of ${rupeesOf(toPaise(shipping))}`] : []),
  ];
}

const rupeesOf = (paise: number) => shortRupees(toRupees(paise));

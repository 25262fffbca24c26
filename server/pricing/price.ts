import type { AppliedDiscount as ShownDiscount } from '../../shared/contract/orders/orders.ts';
import { gstTenthsOf } from '../../shared/gst.ts';
import { apportion, proportion, shortRupees, toPaise, toRupees, wholeRupees } from '../../shared/money.ts';
import type { Recipient } from '../../shared/orders/cart.ts';
import { findForSale, lockForSale, type SaleVariant } from '../catalogue/catalogue.ts';
import type { Database, Trx } from '../db/database.ts';
import {
  type AppliedDiscount,
  amountOf,
  type GoodsLine,
  minTotalPaise,
  type Offered,
  type Offers,
  type Sale,
  type ShippingOf,
} from '../discounts/discounts.ts';
import { badRequest, conflict } from '../errors.ts';
import { shopTerms, type Terms } from './terms.ts';
import { type CartItems, unavailableItems, type Wanted, wantedLines } from './wanted-lines.ts';

/**
 * `linePaise` is the price of the units less their share of discounts, plus their share of the delivery charge.
 * `freePaise`: the part of it that a free gift card pays. `recipient`: who gets a gift card, which is a line of its own.
 */
export type PricedLine = {
  variant: SaleVariant;
  quantity: number;
  recipient: Recipient | null;
  unitPaise: number;
  discountPaise: number;
  shippingPaise: number;
  linePaise: number;
  freePaise: number;
};

/**
 * A cart with the current prices of the database, on these terms. `roundingPaise`: what is in the amount and in no line,
 * because it is paid on delivery in whole rupees. `shippingPaise`: the delivery charge after discounts, a part of what
 * the lines carry. `codeNote`: why the code of a discount is not used; empty if it is, or for a cart
 * without a code.
 */
export type PricedCart = {
  lines: PricedLine[];
  amountPaise: number;
  roundingPaise: number;
  shippingPaise: number;
  discounts: AppliedDiscount[];
  codeNote: string;
  terms: Terms;
};

/**
 * Prices a cart from the database alone: only ids and quantities of the request count (contract §3). Merges lines of
 * the same variant, but divides gift cards for recipients into units. Discounts and charges are those of the other
 * products (decision 202). Prices are those of the account of the terms (decision 164). Locks nothing: see lockCart.
 * Errors: 400 for unknown ids and missing options, 409 for products that are not for sale. `kept`: the variants of an
 * order that is changed, at its prices; they need not be for sale.
 */
export async function priceCart(
  db: Database,
  items: CartItems,
  terms: Terms,
  kept: SaleVariant[] = [],
): Promise<PricedCart> {
  const keptIds = new Set(kept.map(({ id }) => id));
  const wanted = await wantedLines(db, items, keptIds);
  const ids = idsOf(wanted);
  const others = ids.filter((id) => !keptIds.has(id));
  const found = [
    ...kept.filter(({ id }) => ids.includes(id)),
    ...(await findForSale(db, others, terms.userId)),
  ];
  return lineUp(wanted, found, terms);
}

/** Refuses a cart that can't be ordered now: the errors of priceCart, and 409 `out_of_stock`. Locks nothing. */
export async function checkForSale(
  db: Database,
  items: CartItems,
  userId: string | null,
  offers: Offers = () => noOffers,
): Promise<void> {
  const short = shortLines(await priceCart(db, items, { ...shopTerms(userId, null), offers }), items);
  if (short) throw short;
}

/**
 * Locks the variants of a cart, so that price and stock stay the same until the caller commits. Called last before
 * the stock is reserved, because concurrent orders of the same variant wait here. Returns the cart with the locked
 * stock. 409 if something has changed.
 */
export async function lockCart(trx: Trx, cart: PricedCart, items: CartItems): Promise<PricedCart> {
  const wanted = wantedIn(cart);
  const now = lineUp(wanted, await lockForSale(trx, idsOf(wanted), cart.terms.userId), cart.terms);
  const short = shortLines(now, items);
  if (short) throw short;
  if (now.lines.some(({ unitPaise }, at) => unitPaise !== cart.lines[at]?.unitPaise))
    throw amountChanged(now);
  return now;
}

type Units = { lines: Pick<PricedLine, 'variant' | 'quantity' | 'recipient'>[] };

/** The same cart on other terms, without the database. */
export const withTerms = (cart: Units, terms: Terms): PricedCart =>
  lineUp(
    wantedIn(cart),
    cart.lines.map(({ variant }) => variant),
    terms,
  );

const wantedIn = ({ lines }: Units): Wanted[] =>
  lines.map(({ variant, quantity, recipient }, at) => ({
    id: variant.id,
    quantity,
    recipient,
    at,
    product: variant.name,
  }));

const idsOf = (wanted: Wanted[]) => [...new Set(wanted.map(({ id }) => id))];

/** The lines of a stored order, with the GST rates of this time. */
export const orderItemsOf = ({ lines }: PricedCart, at: Date) =>
  lines.map(({ variant, recipient, ...line }) => ({
    productId: variant.productId,
    variantId: variant.id,
    name: variant.name,
    variantLabel: variantLabel(variant),
    sku: variant.sku,
    slug: variant.slug,
    image: variant.image,
    // A gift card is taxed when it is spent.
    hsn: variant.isGiftCard ? null : variant.hsn,
    gstTenths: variant.isGiftCard
      ? 0
      : gstTenthsOf(variant, { paise: goodsPaiseOf(line), quantity: line.quantity }, at),
    recipient: recipient && JSON.stringify(recipient),
    ...line,
  }));

/** What the units of a line cost in paise after discounts, of which a free gift card is one. */
type Shares = Pick<PricedLine, 'linePaise' | 'shippingPaise' | 'freePaise'>;
const goodsPaiseOf = ({ linePaise, shippingPaise, freePaise }: Shares): number =>
  linePaise - shippingPaise - proportion(freePaise, linePaise - shippingPaise, linePaise);

/** 400 unless the total is between the least, before discounts and delivery, and the most that an order may cost. */
export function checkTotals(
  cart: PricedCart,
  limits: { minOrderRupees: number; maxOrderRupees: number },
): void {
  const min = Math.max(minTotalPaise, toPaise(limits.minOrderRupees));
  const refuse = (message: string) => badRequest(message, { amount: message });
  const { amountPaise, roundingPaise, discounts } = cart;
  const offPaise = sum(discounts.flatMap(({ shares }) => shares));
  const fullPaise = amountPaise - roundingPaise - chargesOf(cart) + offPaise;
  if (fullPaise < min) throw refuse(`The minimum order is ${shortRupees(toRupees(min))}.`);
  if (amountPaise > toPaise(limits.maxOrderRupees)) {
    throw refuse(`An order can be at most ${shortRupees(limits.maxOrderRupees)}.`);
  }
}

function lineUp(wanted: Wanted[], found: SaleVariant[], terms: Terms): PricedCart {
  const variants = new Map(found.map((variant) => [variant.id, variant]));
  const gone = wanted.filter(({ id }) => !variants.has(id));
  if (gone.length > 0) throw unavailableItems(gone);
  const all = wanted.flatMap(({ id, quantity, recipient }) => {
    const variant = variants.get(id);
    const unitPaise = terms.prices.get(id) ?? variant?.sellingPaise ?? 0;
    return variant ? { variant, quantity, recipient, unitPaise } : [];
  });
  const goods = all.filter(isGoods);
  const subtotals = goods.map(({ unitPaise, quantity }) => unitPaise * quantity);
  const shippingOf = shippingFor(terms, goods);
  const sale = { isOnline: terms.method === 'online', shippingOf };
  const { applied, codeNote } = terms.offers ? offersFor(terms.offers, goods, sale) : noOffers;
  const own = apportion(terms.discountOf(sum(subtotals)), subtotals);
  const reductions = own.map((paise, at) => paise + sum(applied.map(({ shares }) => shares[at] ?? 0)));
  const reduced = subtotals.map((paise, at) => paise - (reductions[at] ?? 0));
  const reducedPaise = sum(reduced);
  const freePaise = sum(applied.map((each) => each.shippingPaise));
  const chargePaise = (shippingOf?.(reducedPaise) ?? 0) - freePaise;
  const charges = apportion(chargePaise + (terms.codFeePaise ?? 0), reduced);
  const places = placesOf(all, isGoods);
  const lines = all.map((line, n): PricedLine => {
    const at = places[n] ?? -1;
    const shippingPaise = charges[at] ?? 0;
    const linePaise = (reduced[at] ?? line.unitPaise * line.quantity) + shippingPaise;
    return { ...line, discountPaise: reductions[at] ?? 0, shippingPaise, linePaise, freePaise: 0 };
  });
  const discounts = applied.map(({ shares, ...each }) => ({
    ...each,
    shares: places.map((at) => shares[at] ?? 0),
  }));
  const exactPaise = sum(lines.map(({ linePaise }) => linePaise));
  const amountPaise = terms.method === 'online' ? exactPaise : wholeRupees(exactPaise);
  return {
    lines,
    discounts,
    codeNote,
    terms,
    amountPaise,
    roundingPaise: amountPaise - exactPaise,
    // Products that cost nothing can't carry a charge.
    shippingPaise: reducedPaise > 0 ? chargePaise : 0,
  };
}

type Goods = Pick<PricedLine, 'variant' | 'quantity' | 'unitPaise'>;

/** The discounts of goods. Those at a price of a list that takes no discounts have no share, and meet no condition. */
function offersFor(offers: Offers, goods: Goods[], { isOnline, shippingOf }: Sale): Offered {
  const others = goods.filter((line) => !takesDiscounts(line));
  const otherPaise = sum(others.map(({ unitPaise, quantity }) => unitPaise * quantity));
  const { applied, codeNote } = offers(goodsOf(goods.filter(takesDiscounts)), {
    isOnline,
    shippingOf: shippingOf && ((reducedPaise) => shippingOf(reducedPaise + otherPaise)),
  });
  const places = placesOf(goods, takesDiscounts);
  const inPlace = (shares: number[]) => places.map((at) => shares[at] ?? 0);
  return { codeNote, applied: applied.map(({ shares, ...each }) => ({ ...each, shares: inPlace(shares) })) };
}

const takesDiscounts = ({ variant }: Goods) => variant.takesDiscounts;

/** Of each line its index among those that match; -1 for the others. */
function placesOf<Line>(lines: Line[], matches: (line: Line) => boolean): number[] {
  let next = 0;
  return lines.map((line) => (matches(line) ? next++ : -1));
}

/** Whether a line is of products, and not a gift card. */
export const isGoods = ({ variant }: Pick<PricedLine, 'variant'>): boolean => !variant.isGiftCard;

/** The delivery charge of these goods for their price after discounts, in paise; null while it is not known. */
export function shippingFor(
  { shippingOf }: Pick<Terms, 'shippingOf'>,
  goods: Pick<PricedLine, 'variant' | 'quantity'>[],
): ShippingOf | null {
  if (goods.length === 0) return () => 0;
  const grams = sum(goods.map(({ variant, quantity }) => (variant.weightGrams ?? 0) * quantity));
  return shippingOf && ((reducedPaise) => shippingOf(reducedPaise, grams));
}

const noOffers: Offered = { applied: [], codeNote: '' };

/** What the lines of a cart carry of the delivery charge and the fee of cash on delivery, in paise. */
export const chargesOf = ({ lines }: Pick<PricedCart, 'lines'>): number =>
  sum(lines.map(({ shippingPaise }) => shippingPaise));

/** The goods of priced lines, as discounts see them. */
export const goodsOf = (goods: Goods[]): GoodsLine[] =>
  goods.map(({ variant: { id: variantId, productId, categoryId }, quantity, unitPaise }) => ({
    variantId,
    productId,
    categoryId,
    quantity,
    subtotalPaise: unitPaise * quantity,
  }));

const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);

/** A 409 with each line that exceeds the stock; undefined if the stock is sufficient. */
export function shortLines(cart: PricedCart, items: CartItems) {
  const errors: Record<string, string> = {};
  for (const { variant, quantity } of cart.lines) {
    if (variant.stock >= quantity) continue;
    const at = items.findIndex((item) =>
      item.variant_id ? item.variant_id.toLowerCase() === variant.id : item.product_id === variant.productId,
    );
    errors[`cart_items.${at}.quantity`] =
      variant.stock === 0
        ? `${variant.name} is out of stock`
        : `Only ${variant.stock} of ${variant.name} left`;
  }
  const [first] = Object.values(errors);
  return first ? conflict('out_of_stock', first, { errors, extra: freshCart(cart) }) : undefined;
}

/** A 409 with the current cart: the shopper saw another total. */
export const amountChanged = (
  cart: PricedCart,
  message = 'Prices have changed. Please check your cart and pay again.',
) =>
  conflict('amount_changed', message, {
    extra: { ...freshCart(cart), discounts: discountsOf(cart), amount: cart.amountPaise },
  });

/** The discounts of a cart with their amounts, as shoppers see them. */
export const discountsOf = ({ discounts }: PricedCart): ShownDiscount[] =>
  discounts.map(({ discount: { title, code }, ...off }) => ({
    title,
    code,
    amount: toRupees(amountOf(off)),
    target: off.shippingPaise > 0 ? 'shipping' : 'products',
  }));

/** The chosen options as text: 'Indigo / Large'. */
export const variantLabel = (variant: SaleVariant): string => variant.optionValues.join(' / ');

function freshCart(cart: PricedCart) {
  return {
    cart_items: cart.lines.map(({ variant, quantity, unitPaise }) => ({
      product_id: variant.productId,
      variant_id: variant.id,
      name: variant.name,
      price: toRupees(unitPaise),
      quantity,
      countInStock: variant.stock,
    })),
  };
}

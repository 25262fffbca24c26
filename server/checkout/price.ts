import { maxQuantity } from '../../shared/cart.ts';
import type { CreateOrderRequest } from '../../shared/contract/checkout.ts';
import type { AppliedDiscount as ShownDiscount } from '../../shared/contract/orders.ts';
import { gstTenthsOf } from '../../shared/gst.ts';
import { isId } from '../../shared/id.ts';
import { apportion, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { findCartProducts, findForSale, lockForSale, type SaleVariant } from '../catalogue/catalogue.ts';
import type { Database, Trx } from '../db/database.ts';
import {
  type AppliedDiscount,
  amountOf,
  type GoodsLine,
  minTotalPaise,
  type Offers,
  type ShippingOf,
} from '../discounts/discounts.ts';
import { badRequest, conflict } from '../errors.ts';
import { catalogueTerms, shopTerms, type Terms } from './terms.ts';

/** `linePaise` is the price of the units less their share of discounts, plus their share of the delivery charge. */
export type PricedLine = {
  variant: SaleVariant;
  quantity: number;
  unitPaise: number;
  discountPaise: number;
  shippingPaise: number;
  linePaise: number;
};

/**
 * A cart with the current prices of the database, on these terms. `shippingPaise`: the delivery charge after discounts, a part
 * of what the lines carry. `codeNote`: why the code of a discount is not used; empty if it is, or for a cart without a code.
 */
export type PricedCart = {
  lines: PricedLine[];
  amountPaise: number;
  shippingPaise: number;
  discounts: AppliedDiscount[];
  codeNote: string;
  terms: Terms;
};

type Wanted = Map<string, { quantity: number; at: number; product: string }>;
type CartItems = CreateOrderRequest['cart_items'];

/**
 * Prices a cart from the database alone: only ids and quantities of the request count (contract §3). Merges lines
 * of the same variant. Locks nothing: see lockCart. Errors: 400 for unknown ids and missing options, 409 for
 * products that are not for sale. Only an order of an admin, and discounts, have other terms than the catalogue.
 * `kept`: the variants of an order that is changed, at its prices; they need not be for sale.
 */
export async function priceCart(
  db: Database,
  items: CartItems,
  terms: Terms = catalogueTerms,
  kept: SaleVariant[] = [],
): Promise<PricedCart> {
  const keptIds = new Set(kept.map(({ id }) => id));
  const wanted = await mergeLines(db, items, keptIds);
  const others = [...wanted.keys()].filter((id) => !keptIds.has(id));
  const found = [...kept.filter(({ id }) => wanted.has(id)), ...(await findForSale(db, others))];
  return lineUp(wanted, found, terms);
}

/** Refuses a cart that can't be ordered now: the errors of priceCart, and 409 `out_of_stock`. Locks nothing. */
export async function checkForSale(db: Database, items: CartItems, offers?: Offers): Promise<void> {
  const short = shortLines(await priceCart(db, items, offers && shopTerms(offers, null)), items);
  if (short) throw short;
}

/**
 * Locks the variants of a cart, so that price and stock stay the same until the caller commits. Called last before
 * the stock is reserved, because concurrent orders of the same variant wait here. Returns the cart with the locked
 * stock. 409 if something has changed.
 */
export async function lockCart(trx: Trx, cart: PricedCart, items: CartItems): Promise<PricedCart> {
  const wanted = wantedIn(cart);
  const now = lineUp(wanted, await lockForSale(trx, [...wanted.keys()]), cart.terms);
  const short = shortLines(now, items);
  if (short) throw short;
  if (now.lines.some(({ unitPaise }, at) => unitPaise !== cart.lines[at]?.unitPaise))
    throw amountChanged(now);
  return now;
}

type Units = { lines: Pick<PricedLine, 'variant' | 'quantity'>[] };

/** The same cart on other terms, without the database. */
export const withTerms = (cart: Units, terms: Terms): PricedCart =>
  lineUp(
    wantedIn(cart),
    cart.lines.map(({ variant }) => variant),
    terms,
  );

const wantedIn = ({ lines }: Units): Wanted =>
  new Map(lines.map(({ variant, quantity }, at) => [variant.id, { quantity, at, product: variant.name }]));

/** The lines of a stored order, with the GST rates of this time. */
export const orderItemsOf = ({ lines }: PricedCart, at: Date) =>
  lines.map(({ variant, ...line }) => ({
    productId: variant.productId,
    variantId: variant.id,
    name: variant.name,
    variantLabel: variantLabel(variant),
    sku: variant.sku,
    slug: variant.slug,
    image: variant.image,
    hsn: variant.hsn,
    gstTenths: gstTenthsOf(
      variant,
      { paise: line.linePaise - line.shippingPaise, quantity: line.quantity },
      at,
    ),
    ...line,
  }));

/** 400 unless the total is between the least, before discounts and delivery, and the most that an order may cost. */
export function checkTotals(
  cart: PricedCart,
  limits: { minOrderRupees: number; maxOrderRupees: number },
): void {
  const min = Math.max(minTotalPaise, toPaise(limits.minOrderRupees));
  const refuse = (message: string) => badRequest(message, { amount: message });
  const { amountPaise, discounts } = cart;
  const fullPaise = amountPaise - chargesOf(cart) + sum(discounts.flatMap(({ shares }) => shares));
  if (fullPaise < min) throw refuse(`The minimum order is ${shortRupees(toRupees(min))}.`);
  if (amountPaise > toPaise(limits.maxOrderRupees)) {
    throw refuse(`An order can be at most ${shortRupees(limits.maxOrderRupees)}.`);
  }
}

function lineUp(wanted: Wanted, found: SaleVariant[], terms: Terms): PricedCart {
  const gone = [...wanted].filter(([id]) => !found.some((variant) => variant.id === id));
  if (gone.length > 0) throw unavailableItems(gone.map(([, line]) => line));
  const goods = found
    .map((variant) => {
      const { quantity, at } = wanted.get(variant.id) ?? { quantity: 0, at: 0 };
      return { at, variant, quantity, unitPaise: terms.prices.get(variant.id) ?? variant.sellingPaise };
    })
    .sort((a, b) => a.at - b.at);
  const subtotals = goods.map(({ unitPaise, quantity }) => unitPaise * quantity);
  const shippingOf = shippingFor(terms, goods);
  const sale = { isOnline: terms.method === 'online', shippingOf };
  const { applied: discounts, codeNote } = terms.offers?.(goodsOf(goods), sale) ?? noOffers;
  const own = apportion(terms.discountOf(sum(subtotals)), subtotals);
  const reductions = own.map((paise, at) => paise + sum(discounts.map(({ shares }) => shares[at] ?? 0)));
  const reduced = subtotals.map((paise, at) => paise - (reductions[at] ?? 0));
  const reducedPaise = sum(reduced);
  const freePaise = sum(discounts.map((each) => each.shippingPaise));
  const chargePaise = (shippingOf?.(reducedPaise) ?? 0) - freePaise;
  const charges = apportion(chargePaise + (terms.codFeePaise ?? 0), reduced);
  const lines = goods.map(({ variant, quantity, unitPaise }, at): PricedLine => {
    const shippingPaise = charges[at] ?? 0;
    const linePaise = (reduced[at] ?? 0) + shippingPaise;
    return { variant, quantity, unitPaise, discountPaise: reductions[at] ?? 0, shippingPaise, linePaise };
  });
  return {
    ...{ lines, discounts, codeNote, terms },
    amountPaise: sum(lines.map(({ linePaise }) => linePaise)),
    // Products that cost nothing can't carry a charge.
    shippingPaise: reducedPaise > 0 ? chargePaise : 0,
  };
}

/** The delivery charge of these goods for their price after discounts, in paise; null while it is not known. */
export function shippingFor(
  { shippingOf }: Pick<Terms, 'shippingOf'>,
  goods: Pick<PricedLine, 'variant' | 'quantity'>[],
): ShippingOf | null {
  const grams = sum(goods.map(({ variant, quantity }) => (variant.weightGrams ?? 0) * quantity));
  return shippingOf && ((reducedPaise) => shippingOf(reducedPaise, grams));
}

const noOffers: ReturnType<Offers> = { applied: [], codeNote: '' };

/** What the lines of a cart carry of the delivery charge and the fee of cash on delivery, in paise. */
export const chargesOf = ({ lines }: Pick<PricedCart, 'lines'>): number =>
  sum(lines.map(({ shippingPaise }) => shippingPaise));

/** The goods of priced lines, as discounts see them. */
export const goodsOf = (goods: Pick<PricedLine, 'variant' | 'quantity' | 'unitPaise'>[]): GoodsLine[] =>
  goods.map(({ variant: { id: variantId, productId, categoryId }, quantity, unitPaise }) => ({
    ...{ variantId, productId, categoryId, quantity, subtotalPaise: unitPaise * quantity },
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
    ...{ title, code, amount: toRupees(amountOf(off)) },
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

async function mergeLines(db: Database, items: CartItems, keptIds: ReadonlySet<string>) {
  const unknown = items.findIndex(
    (item) => !isId(item.product_id) || (item.variant_id && !isId(item.variant_id)),
  );
  if (unknown >= 0) throw unknownItem(unknown);
  const products = await findCartProducts(
    db,
    items.map((item) => item.product_id),
  );
  const wanted: Wanted = new Map();
  const gone: number[] = [];
  for (const [at, item] of items.entries()) {
    const product = products.get(item.product_id);
    if (!product) throw unknownItem(at);
    const id = (item.variant_id ?? product.onlyVariantId)?.toLowerCase();
    if (!product.isPublic && !(id && keptIds.has(id))) {
      gone.push(at);
      continue;
    }
    if (!id)
      throw badRequest(`Choose an option for ${product.name}`, {
        [`cart_items.${at}.variant_id`]: `Choose an option for ${product.name}`,
      });
    const line = wanted.get(id);
    if (line) line.quantity += item.quantity;
    else wanted.set(id, { quantity: item.quantity, at, product: product.name });
  }
  // A draft is not named, because shoppers must not learn of it.
  if (gone.length > 0) throw unavailableItems(gone.map((at) => ({ at, product: 'An item in your cart' })));
  for (const { quantity, at } of wanted.values()) {
    const message = `Quantity must be at most ${maxQuantity}`;
    if (quantity > maxQuantity) throw badRequest(message, { [`cart_items.${at}.quantity`]: message });
  }
  return wanted;
}

const unknownItem = (at: number) =>
  badRequest('An item in your cart is not known.', { [`cart_items.${at}.product_id`]: 'Not known' });

function unavailableItems(gone: { at: number; product: string }[]) {
  const errors = Object.fromEntries(
    gone.map(({ at, product }) => [`cart_items.${at}.product_id`, `${product} is not available any more`]),
  );
  return conflict('item_unavailable', Object.values(errors)[0] ?? 'An item is not available any more', {
    errors,
  });
}

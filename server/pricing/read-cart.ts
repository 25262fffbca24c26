import { findForCart, type SaleVariant } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { codeProblemOf, notApplicable } from '../discounts/discounts.ts';
import { takesDiscounts } from './discounts.ts';
import { unitPaiseOf } from './goods.ts';
import { priceLines } from './price.ts';
import { type CartLine, goodsOf, type PricedCart, type PricedLine } from './priced-cart.ts';
import { amountChanged, requireStock, unavailableItems } from './refusals.ts';
import type { Terms } from './terms.ts';
import { type CartItems, requireIds, type Wanted, wantedLines } from './wanted-lines.ts';

/**
 * Prices a cart from the database alone: only ids and quantities of the request count (contract §3). Merges lines of
 * the same variant, but divides gift cards for recipients into units. Prices are those of the account of the terms
 * (decision 164). Locks nothing. Errors: 400 for unknown ids and missing options, 409 for products that
 * are not for sale, `discount_not_applicable` for a code that is not for these goods. `own`: the variants of an order
 * that is changed, at its prices; they need not be for sale.
 */
export async function priceCart(
  db: Database,
  items: CartItems,
  terms: Terms,
  own: SaleVariant[] = [],
): Promise<PricedCart> {
  const cart = priceLines(await readLines(db, items, terms.userId, own), terms);
  if (cart.codeProblem) throw notApplicable(cart.codeProblem);
  return cart;
}

/** Refuses a cart that can't be ordered now: the errors of priceCart, and 409 `out_of_stock`. Locks nothing. */
export async function checkForSale(
  db: Database,
  items: CartItems,
  { userId, offers }: Pick<Terms, 'userId' | 'offers'>,
): Promise<void> {
  const lines = atUnitPrices(await readLines(db, items, userId), { prices: new Map() });
  const problem = codeProblemOf(offers, goodsOf(lines.filter(takesDiscounts)));
  if (problem) throw notApplicable(problem);
  requireStock(lines, items);
}

/**
 * The lines of a cart with these variants, which were locked since it was priced. 409 if one is not for sale any more,
 * sold out, or has another price.
 */
export function withLocked(
  { lines, terms }: PricedCart,
  variants: SaleVariant[],
  items: CartItems,
): PricedLine[] {
  const locked = byId(variants);
  const gone = lines.flatMap(({ variant: { id, name: product } }, index) =>
    locked.has(id) ? [] : { index, product },
  );
  if (gone.length > 0) throw unavailableItems(gone);
  const now = lines.map((line) => ({ ...line, variant: locked.get(line.variant.id) ?? line.variant }));
  requireStock(atUnitPrices(now, terms), items);
  if (now.some((line) => unitPaiseOf(line, terms) !== line.unitPaise))
    throw amountChanged(priceLines(now, terms));
  return now;
}

async function readLines(
  db: Database,
  items: CartItems,
  userId: string | null,
  own: SaleVariant[] = [],
): Promise<CartLine[]> {
  requireIds(items);
  const { products, variants } = await findForCart(db, items, userId);
  const ownIds = new Set(own.map(({ id }) => id));
  return linesOf(wantedLines(items, products, ownIds), byId([...variants, ...own]));
}

function linesOf(wanted: Wanted[], variants: Map<string, SaleVariant>): CartLine[] {
  const gone = wanted.filter(({ id }) => !variants.has(id));
  if (gone.length > 0) throw unavailableItems(gone);
  return wanted.flatMap(({ id, quantity, recipient }) => {
    const variant = variants.get(id);
    return variant ? { variant, quantity, recipient } : [];
  });
}

const byId = (variants: SaleVariant[]) => new Map(variants.map((variant) => [variant.id, variant]));

const atUnitPrices = <Line extends CartLine>(lines: Line[], terms: Pick<Terms, 'prices'>) =>
  lines.map((line) => ({ ...line, unitPaise: unitPaiseOf(line, terms) }));

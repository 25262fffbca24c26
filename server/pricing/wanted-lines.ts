import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import { isId } from '../../shared/id.ts';
import { maxGiftCards, maxQuantity, type Recipient } from '../../shared/orders/cart.ts';
import { findCartProducts } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { badRequest, conflict } from '../errors.ts';

export type CartItems = CreateOrderRequest['cart_items'];

/** How much of which variant a request wants, for whom, and its index `at` there. */
export type Wanted = {
  id: string;
  quantity: number;
  recipient: Recipient | null;
  at: number;
  product: string;
};

/**
 * The lines of a request, by variant, but each unit of a gift card for a recipient is one. `keptIds`: variants that
 * need not be for sale. Errors: 400 for unknown ids, missing options and too many units, 409 for products that are not
 * for sale.
 */
export async function wantedLines(db: Database, items: CartItems, keptIds: ReadonlySet<string>) {
  const unknown = items.findIndex(
    (item) => !isId(item.product_id) || (item.variant_id && !isId(item.variant_id)),
  );
  if (unknown >= 0) throw unknownItem(unknown);
  const products = await findCartProducts(
    db,
    items.map((item) => item.product_id),
  );
  const wanted: Wanted[] = [];
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
    const { quantity, recipient = null } = item;
    const line = { id, quantity, recipient, at, product: product.name };
    const same = wanted.find((each) => each.id === id && !each.recipient);
    if (recipient) {
      if (!product.isGiftCard) throw notAGiftCard(at, product.name);
      // The refund of a line ends one card.
      for (let unit = 0; unit < Math.min(quantity, maxGiftCards + 1); unit++)
        wanted.push({ ...line, quantity: 1 });
    } else if (same) same.quantity += quantity;
    else wanted.push(line);
  }
  if (wanted.filter(({ recipient }) => recipient).length > maxGiftCards)
    throw badRequest(`At most ${maxGiftCards} gift cards in one order`);
  // A draft is not named, because shoppers must not learn of it.
  if (gone.length > 0) throw unavailableItems(gone.map((at) => ({ at, product: 'An item in your cart' })));
  for (const { quantity, at } of wanted) {
    const message = `Quantity must be at most ${maxQuantity}`;
    if (quantity > maxQuantity) throw badRequest(message, { [`cart_items.${at}.quantity`]: message });
  }
  return wanted;
}

const notAGiftCard = (at: number, product: string) =>
  badRequest(`${product} is not a gift card`, { [`cart_items.${at}.recipient`]: 'This is not a gift card' });

const unknownItem = (at: number) =>
  badRequest('An item in your cart is not known.', { [`cart_items.${at}.product_id`]: 'Not known' });

/** 409 with these items. */
export function unavailableItems(gone: { at: number; product: string }[]) {
  const errors = Object.fromEntries(
    gone.map(({ at, product }) => [`cart_items.${at}.product_id`, `${product} is not available any more`]),
  );
  return conflict('item_unavailable', Object.values(errors)[0] ?? 'An item is not available any more', {
    errors,
  });
}

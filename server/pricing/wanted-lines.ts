import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import { isId } from '../../shared/id.ts';
import { maxGiftCards, maxQuantity, type Recipient } from '../../shared/orders/cart.ts';
import type { CartProduct } from '../catalogue/catalogue.ts';
import { badRequest } from '../errors.ts';
import { unavailableItems } from './refusals.ts';

export type CartItems = CreateOrderRequest['cart_items'];

/** How much of which variant a request wants, for whom, with the index of its item and the name of its product. */
export type Wanted = {
  id: string;
  quantity: number;
  recipient: Recipient | null;
  index: number;
  product: string;
};

/** 400 for an item with an id that no product or variant can have. */
export function requireIds(items: CartItems): void {
  const unknown = items.findIndex(
    (item) => !isId(item.product_id) || (item.variant_id && !isId(item.variant_id)),
  );
  if (unknown >= 0) throw unknownItem(unknown);
}

/**
 * The lines of a request, by variant, but each unit of a gift card for a recipient is one. `ownIds`: variants that need
 * not be for sale. Errors: 400 for unknown ids, missing options and too many units, 409 for products that are not for
 * sale.
 */
export function wantedLines(
  items: CartItems,
  products: ReadonlyMap<string, CartProduct>,
  ownIds: ReadonlySet<string>,
): Wanted[] {
  const wanted: Wanted[] = [];
  const gone: number[] = [];
  for (const [index, item] of items.entries()) {
    const product = products.get(item.product_id);
    if (!product) throw unknownItem(index);
    const id = (item.variant_id ?? product.onlyVariantId)?.toLowerCase();
    if (!product.isPublic && !(id && ownIds.has(id))) {
      gone.push(index);
      continue;
    }
    if (!id) {
      const message = `Choose an option for ${product.name}`;
      throw badRequest(message, { [`cart_items.${index}.variant_id`]: message });
    }
    const { quantity, recipient = null } = item;
    const line = { id, quantity, recipient, index, product: product.name };
    const same = wanted.find((earlier) => earlier.id === id && !earlier.recipient);
    if (recipient) {
      if (!product.isGiftCard) throw notAGiftCard(index, product.name);
      // The refund of a line ends one card.
      for (let unit = 0; unit < Math.min(quantity, maxGiftCards + 1); unit++)
        wanted.push({ ...line, quantity: 1 });
    } else if (same) same.quantity += quantity;
    else wanted.push(line);
  }
  if (wanted.filter(({ recipient }) => recipient).length > maxGiftCards)
    throw badRequest(`At most ${maxGiftCards} gift cards in one order`);
  // A draft is not named, because shoppers must not learn of it.
  if (gone.length > 0)
    throw unavailableItems(gone.map((index) => ({ index, product: 'An item in your cart' })));
  for (const { quantity, index } of wanted) {
    const message = `Quantity must be at most ${maxQuantity}`;
    if (quantity > maxQuantity) throw badRequest(message, { [`cart_items.${index}.quantity`]: message });
  }
  return wanted;
}

const notAGiftCard = (index: number, product: string) =>
  badRequest(`${product} is not a gift card`, {
    [`cart_items.${index}.recipient`]: 'This is not a gift card',
  });

const unknownItem = (index: number) =>
  badRequest('An item in your cart is not known.', { [`cart_items.${index}.product_id`]: 'Not known' });

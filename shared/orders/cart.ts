import type { Product, Variant } from '../contract/catalogue/catalogue.ts';
import { toPaise, toRupees } from '../money.ts';

/**
 * A cart line as the browser stores it under 'cart' (spec §3): fields of the product, the chosen variant, the quantity.
 * `price` is the final price of one unit in rupees. `countInStock` is null while unknown; `gone` marks a product that is
 * no longer for sale.
 */
export interface CartLine {
  _id: string;
  variantId: string | null;
  variantLabel: string;
  slug: string;
  name: string;
  image: string | null;
  price: number;
  /** The selling price of the catalogue, if `price` is one of the customer's price lists; it is not saved. */
  cataloguePrice?: number;
  countInStock: number | null;
  quantity: number;
  gone?: boolean;
  /** Who gets a gift card; absent for other products. */
  recipient?: Recipient;
}

/** Who gets a gift card; without a name and an e-mail address the buyer. `sendOn`: a day in India, or '' for at once. */
export type Recipient = { name: string; email: string; message: string; sendOn: string };

export type LineOf = Pick<CartLine, '_id' | 'variantId' | 'recipient'>;
/** How many units of which variant. */
export type CartQuantity = LineOf & Pick<CartLine, 'quantity'>;

/** The largest quantity of a line (contract §3). */
export const maxQuantity = 999;
/** The maximum number of lines in an order (contract §3). */
export const maxLines = 50;
/** The most units of a gift card for one recipient, and of all gift cards of an order. */
export const maxGiftCards = 50;
/** The lines that the cart of an account can have (decision 104). */
export const maxCartLines = 100;

export type CartAction =
  | { type: 'add'; line: CartLine; quantity?: number }
  | { type: 'remove'; line: LineOf }
  | { type: 'set'; line: LineOf; quantity: number }
  | { type: 'increase'; line: LineOf }
  | { type: 'decrease'; line: LineOf }
  | { type: 'clear' }
  | { type: 'load'; lines: CartLine[] };

/** The fields of a product that the cart uses. */
export type CartProduct = Pick<Product, '_id' | 'slug' | 'name' | 'image'> & { variants: CartVariant[] };
export type CartVariant = Pick<Variant, '_id' | 'values' | 'finalPrice' | 'countInStock' | 'image'> & {
  /** The selling price of the catalogue, if `finalPrice` is one of the customer's price lists. */
  cataloguePrice?: number;
};

/** Applies a cart action of spec §4. Returns the new lines; throws on an unknown action. */
export function cartReducer(lines: CartLine[], action: CartAction): CartLine[] {
  switch (action.type) {
    case 'add':
      return withAdded(lines, action.line, wholeQuantity(action.quantity ?? 1));
    case 'remove':
      return lines.filter((line) => !sameLine(line, action.line));
    case 'set':
      return withQuantity(lines, action.line, () => action.quantity);
    case 'increase':
      return withQuantity(lines, action.line, (quantity) => quantity + 1);
    case 'decrease':
      return withQuantity(lines, action.line, (quantity) => quantity - 1);
    case 'clear':
      return [];
    case 'load':
      return action.lines;
    default:
      throw new Error(`Unknown cart action: ${(action as { type: unknown }).type}`);
  }
}

/** Creates a line for a variant of a product. */
export function lineFor(
  product: CartProduct,
  variant: CartVariant,
  quantity = 1,
  recipient?: Recipient,
): CartLine {
  return {
    _id: product._id,
    variantId: variant._id,
    variantLabel: variant.values.join(' / '),
    slug: product.slug,
    name: product.name,
    image: variant.image ?? product.image,
    price: variant.cataloguePrice ?? variant.finalPrice,
    countInStock: variant.countInStock,
    quantity,
    ...(recipient && { recipient }),
  };
}

/**
 * Updates each line with fresh product data (spec §4, Cart refresh on start). A requested product that is missing in
 * `products` is gone; lines that were not requested stay unchanged. `reservedUnits` returns the units reserved for this
 * shopper: they are not in stock any more, but they can buy them.
 */
export function refreshedLines(
  lines: CartLine[],
  products: CartProduct[],
  requestedIds: readonly string[],
  reservedUnits: (line: LineOf) => number = () => 0,
): CartLine[] {
  const byId = new Map(products.map((product) => [product._id, product]));
  const requested = new Set(requestedIds);
  const fresh = lines.map((line) => {
    if (!requested.has(line._id)) return line;
    const product = byId.get(line._id);
    const variant = product && variantOf(product, line);
    if (!product || !variant) return { ...line, gone: true };
    const found = lineFor(product, variant, line.quantity, line.recipient);
    return { ...found, countInStock: variant.countInStock + reservedUnits(found) };
  });
  return fresh.reduce<CartLine[]>((merged, line) => withAdded(merged, line, line.quantity), []);
}

/** Subtracts bought items from the lines. An item without variant stands for the only variant of its product. */
export function linesLeft<Line extends CartQuantity>(
  lines: Line[],
  bought: readonly {
    product_id: string;
    variant_id: string | null;
    quantity: number;
    recipient?: Recipient;
  }[],
): Line[] {
  return lines.flatMap((line) => {
    const item = bought.find(
      ({ product_id, variant_id, recipient }) =>
        product_id === line._id &&
        (variant_id === null || variant_id === line.variantId) &&
        JSON.stringify(recipient) === JSON.stringify(line.recipient),
    );
    const quantity = line.quantity - (item?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Adds the missing lines of `before` at their old positions; existing lines stay unchanged. */
export function linesRestored(lines: CartLine[], before: CartLine[]): CartLine[] {
  const inOldOrder = before.map((old) => lines.find((line) => sameLine(line, old)) ?? old);
  return [...inOldOrder, ...lines.filter((line) => !before.some((old) => sameLine(line, old)))];
}

/** The reason why a line can't be bought, for the shopper; null if it can. */
export function lineProblem(line: CartLine): string | null {
  if (line.gone) return 'No longer available';
  if (line.countInStock === null || line.countInStock >= line.quantity) return null;
  return line.countInStock <= 0 ? 'Out of Stock' : `Only ${line.countInStock} left`;
}

/** The number of units in the cart, without lines that are gone. */
export function totalItems(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + (line.gone ? 0 : line.quantity), 0);
}

/** Price × quantity, in rupees. */
export function lineTotal(line: CartLine): number {
  return toRupees(toPaise(line.price) * line.quantity);
}

/** The subtotal in rupees, without lines that are gone. */
export function totalPrice(lines: CartLine[]): number {
  const paise = lines.map((line) => (line.gone ? 0 : toPaise(line.price) * line.quantity));
  return toRupees(paise.reduce((sum, price) => sum + price, 0));
}

/** Whether two lines are the same product in the same variant, of a gift card for the same recipient. */
export function sameLine(a: LineOf, b: LineOf): boolean {
  return lineKey(a) === lineKey(b);
}

/** Identifies a line in its cart. */
export const lineKey = ({ _id, variantId, recipient }: LineOf): string =>
  JSON.stringify([_id, variantId, recipient]);

/** Parses a stored cart. Invalid entries are skipped, and missing fields get defaults. */
export function parseSavedCart(saved: string | null): CartLine[] {
  try {
    const parsed: unknown = JSON.parse(saved ?? '[]');
    return Array.isArray(parsed) ? parsed.flatMap(savedLine) : [];
  } catch {
    return [];
  }
}

function withAdded(lines: CartLine[], line: CartLine, quantity: number): CartLine[] {
  if (!lines.some((existing) => sameLine(existing, line))) return [...lines, { ...line, quantity }];
  return lines.map((existing) =>
    sameLine(existing, line) ? { ...line, quantity: existing.quantity + quantity } : existing,
  );
}

function withQuantity(lines: CartLine[], changed: LineOf, next: (quantity: number) => number): CartLine[] {
  return lines.map((line) =>
    sameLine(line, changed) ? { ...line, quantity: wholeQuantity(next(line.quantity)) } : line,
  );
}

function wholeQuantity(quantity: number): number {
  return Number.isFinite(quantity) ? Math.max(1, Math.trunc(quantity)) : 1;
}

function variantOf(product: CartProduct, line: LineOf): CartVariant | undefined {
  if (line.variantId) return product.variants.find((variant) => variant._id === line.variantId);
  return product.variants.length === 1 ? product.variants[0] : undefined;
}

function savedLine(entry: unknown): CartLine[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const saved = entry as Record<string, unknown>;
  if (typeof saved._id !== 'string' || saved._id === '') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  return [
    {
      _id: saved._id,
      variantId: text(saved.variantId),
      variantLabel: text(saved.variantLabel) ?? '',
      slug: text(saved.slug) ?? saved._id,
      name: text(saved.name) ?? '',
      image: text(saved.image),
      price: Math.max(0, number(saved.price) ?? 0),
      countInStock: number(saved.countInStock),
      quantity: wholeQuantity(number(saved.quantity) ?? 1),
      ...(saved.gone === true && { gone: true }),
      ...(isRecipient(saved.recipient) && { recipient: saved.recipient }),
    },
  ];
}

/** Whether a stored value was written as a recipient. */
const isRecipient = (value: unknown): value is Recipient =>
  typeof value === 'object' && value !== null && 'sendOn' in value;

/** What a shopper agrees to; stored with their consent. */
export const cartReminderConsent = 'Email me once if I leave items in my cart.';

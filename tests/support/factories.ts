import { randomUUID } from 'node:crypto';
import type { Database } from '../../server/db/database.ts';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { sellingPrice } from '../../shared/money.ts';

type ProductParts = {
  name?: string;
  pricePaise?: number;
  stock?: number;
  discountTenths?: number;
  gstTenths?: number;
  hsn?: string;
  status?: 'active' | 'draft' | 'featured' | 'archived';
  isGiftCard?: boolean;
  /** One variant for each of these sizes; one variant without options by default. */
  sizes?: string[];
};

/** Creates an active product with its variants; ₹1,299.00 and five in stock by default. */
export async function createProduct(db: Database, parts: ProductParts = {}) {
  const slug = `product-${randomUUID()}`;
  const product = await db
    .insertInto('products')
    .values({
      name: parts.name ?? 'Indigo Buti Cushion Cover',
      slug,
      description: 'Hand-block-printed cotton from Bagru.',
      status: parts.status ?? 'active',
      isGiftCard: parts.isGiftCard ?? false,
      gstTenths: parts.gstTenths ?? 50,
      // GST by the merchant's rate, not by price.
      hsn: parts.hsn ?? '6912',
      options: JSON.stringify(parts.sizes ? [{ name: 'Size', values: parts.sizes }] : []),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { stock = 5, pricePaise = 129_900 } = parts;
  const variants = await db
    .insertInto('variants')
    .values(
      (parts.sizes ?? [undefined]).map((size, position) => ({
        productId: product.id,
        sku: `SKU-${randomUUID()}`,
        optionValues: size === undefined ? [] : [size],
        pricePaise,
        sellingPaise: sellingPrice(pricePaise, parts.discountTenths ?? 0),
        stock,
        position,
      })),
    )
    .returning('id')
    .execute();
  if (stock > 0) {
    await db
      .insertInto('stockMovements')
      .values(variants.map(({ id }) => ({ variantId: id, delta: stock, reason: 'initial', byLabel: 'Test' })))
      .execute();
  }
  return { id: product.id, slug, variantIds: variants.map(({ id }) => id) };
}

/** The stock of a product, over all its variants. */
export async function stockOf(db: Database, productId: string): Promise<number> {
  const { stock } = await db
    .selectFrom('variants')
    .select((eb) => eb.fn.sum<number>('stock').as('stock'))
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow();
  return Number(stock);
}

export const delivery = {
  name: 'Asha Rao',
  address: '14, 5th Cross, Malleshwaram',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560003',
  country: 'India',
};

/** A valid body of create-order for these lines. */
export const orderFor = (
  lines: { id: string; quantity?: number; variantId?: string; recipient?: object }[],
  more: object = {},
) => ({
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobile: '9876543210',
  currency: 'INR',
  cart_items: lines.map(({ id, quantity = 1, variantId, recipient }) => ({
    product_id: id,
    variant_id: variantId,
    quantity,
    recipient,
  })),
  shipping_details: delivery,
  ...more,
});

/** A product of the back office as shoppers see it: without where its units are stored. */
export const asShopperSees = ({ publishAt, ...product }: Product): Product => ({
  ...product,
  variants: product.variants.map(
    ({ shelfCode, cost, salePrice, saleFrom, saleUntil, regularPrice, ...variant }) => variant,
  ),
});

/** A valid body of an order that an admin creates: one unit of this product, paid in cash. */
export const manualOrderFor = ({ _id, finalPrice, variants }: Product) => ({
  name: 'Meera Iyer',
  mobile: '9876543210',
  payment: { method: 'cash' },
  cart_items: [{ product_id: _id, variant_id: variants[0]?._id, quantity: 1 }],
  amount: finalPrice * 100,
});

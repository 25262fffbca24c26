import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { orderFor } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const put = async (product: Product, change: object) => {
  const { status, body } = await owner.put(`/products/${product._id}`, change);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Product;
};
const sizes = (...variants: { price: number; finalPrice?: number; discount?: number }[]) => {
  const values = variants.map((_, i) => `Size ${i + 1}`);
  return {
    options: [{ name: 'Size', values }],
    variants: variants.map((variant, i) => ({ values: [values[i]], countInStock: 3, ...variant })),
  };
};

describe('a product without options', () => {
  it('sells at exactly the selling price, in lists, carts and orders', async () => {
    const name = `Exact ${randomUUID()}`;
    const product = await owner.product({ name, price: 799, finalPrice: 499 });
    expect(product).toMatchObject({ price: 799, originalPrice: 799, discount: 37.5, finalPrice: 499 });
    const search = `search=${encodeURIComponent(name)}`;
    expect((await shop.get(`/products?${search}&minPrice=499&maxPrice=499`)).body.total).toBe(1);
    expect((await shop.get(`/products?${search}&minPrice=500`)).body.total).toBe(0);
    const order = await shop.post('/razorpay/create-order', orderFor([{ id: product._id, quantity: 3 }]));
    expect(order.body.razorpay_order).toMatchObject({ amount: 149_700 });
    await put(product, { finalPrice: 449 });
    for (const sort of ['', '&sort=price', '&sort=-createdAt', '&sort=name']) {
      expect((await shop.get(`/products?${search}&maxPrice=449${sort}`)).body.total, sort).toBe(1);
      expect((await shop.get(`/products?${search}&minPrice=450${sort}`)).body.total, sort).toBe(0);
    }
  });

  it('keeps the exact selling price when other fields change, and accepts each kind of price', async () => {
    const product = await owner.product({ price: 799, finalPrice: 499 });
    expect(await put(product, { name: 'Renamed', price: 799, countInStock: 9 })).toMatchObject({
      finalPrice: 499,
    });
    expect(await put(product, { finalPrice: '500.01' })).toMatchObject({ price: 799, finalPrice: 500.01 });
    expect(await put(product, { price: '₹1,799', finalPrice: '1,199' })).toMatchObject({ finalPrice: 1199 });
    expect(await put(product, { price: 799, discount: 12.5 })).toMatchObject({ finalPrice: 699.13 });
    expect(await put(product, { price: 1000 })).toMatchObject({ finalPrice: 875, discount: 12.5 });
    expect(await put(product, { price: 900, discount: 50, finalPrice: 899 })).toMatchObject({
      price: 900,
      finalPrice: 899,
    });
    expect(await put(product, { discount: 0 })).toMatchObject({ finalPrice: 900, discount: 0 });
    expect(await put(product, { price: 650 })).toMatchObject({ finalPrice: 650, discount: 0 });
  });

  it.each([
    [{ finalPrice: 1250.01 }, 'finalPrice', 'The selling price can’t be above the list price of ₹1,250.00'],
    [{ price: 1000, finalPrice: 1001 }, 'finalPrice', expect.stringContaining('₹1,000.00')],
    [{ finalPrice: -1 }, 'finalPrice', 'Valid selling price is required'],
    [{ finalPrice: 1.005 }, 'finalPrice', 'Valid selling price is required'],
  ])('refuses %j', async (change, field, message) => {
    const product = await owner.product();
    expect(await owner.put(`/products/${product._id}`, change)).toMatchObject({
      status: 400,
      body: { errors: { [field]: message } },
    });
    expect((await owner.get(`/products/${product._id}`)).body).toMatchObject({
      price: 1250,
      finalPrice: 1250,
    });
  });
});

describe('a product with options', () => {
  it('has an exact selling price for each combination and shows the lowest with its list price', async () => {
    const product = await owner.product(
      sizes({ price: 750, finalPrice: 500 }, { price: 450 }, { price: 900, discount: 50 }),
    );
    expect(product).toMatchObject({ price: 450, finalPrice: 450, discount: 0, priceVaries: true });
    expect(product.variants).toMatchObject([
      { price: 750, finalPrice: 500, discount: 33.3 },
      { price: 450, finalPrice: 450, discount: 0 },
      { price: 900, finalPrice: 450, discount: 50 },
    ]);
    const copy = (await owner.post(`/products/${product._id}/duplicate`)).body as Product;
    expect(copy.variants.map(({ finalPrice }) => finalPrice)).toEqual([500, 450, 450]);

    const [first, ...others] = product.variants.map(({ _id, values }) => ({ _id, values }));
    const changed = await put(product, { variants: [{ ...first, finalPrice: 399.99 }, ...others] });
    expect(changed).toMatchObject({ price: 750, finalPrice: 399.99, discount: 46.7 });
    expect(changed.variants[2]).toMatchObject({ price: 900, finalPrice: 450 });

    const reduced = await put(product, { discount: 10 });
    expect(reduced.variants.map(({ finalPrice }) => finalPrice)).toEqual([675, 405, 810]);
    const refused = await owner.put(`/products/${product._id}`, {
      variants: [{ ...first, finalPrice: 750.01 }, ...others],
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { 'variants.0.finalPrice': expect.any(String) } },
    });
    const misplaced = await owner.put(`/products/${product._id}`, { finalPrice: 5 });
    expect(misplaced).toMatchObject({ status: 400, body: { errors: { finalPrice: expect.any(String) } } });
  });

  it('varies in price only if the selling prices differ', async () => {
    const same = await owner.product(sizes({ price: 750, finalPrice: 500 }, { price: 600, finalPrice: 500 }));
    expect(same).toMatchObject({ finalPrice: 500, priceVaries: false });
  });

  it('a batch discount sets the selling price of every combination', async () => {
    const products = [
      await owner.product(sizes({ price: 750, finalPrice: 500 }, { price: 333.3 })),
      await owner.product({ price: 799, finalPrice: 499 }),
    ];
    const ids = products.map(({ _id }) => _id);
    await owner.post('/products/batch', { ids, action: 'discount', discount: 15 });
    await shop.runJobs();
    const now = await Promise.all(
      ids.map(async (id) => (await owner.get(`/products/${id}`)).body as Product),
    );
    expect(now.map(({ variants }) => variants.map(({ finalPrice }) => finalPrice))).toEqual([
      [637.5, 283.31],
      [679.15],
    ]);
    expect(now[0]).toMatchObject({ finalPrice: 283.31, discount: 15 });
  });

  it('the export names list price, selling price and discount of each combination', async () => {
    const name = `Exported ${randomUUID()}`;
    await owner.product({ name, ...sizes({ price: 750, finalPrice: 500 }, { price: 450 }) });
    const { body } = await owner.get(`/products/export.csv?search=${encodeURIComponent(name)}`);
    const [head, ...lines] = String(body.raw).trimEnd().split('\r\n');
    expect(head).toContain(',SKU,Price,Selling price,Discount,Stock,');
    expect(lines.map((line) => line.split(',').slice(-9, -6))).toEqual([
      ['750', '500', '33.3'],
      ['450', '450', '0'],
    ]);
  });
});

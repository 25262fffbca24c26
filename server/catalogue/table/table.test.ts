import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { RowResult, TableProduct } from '../../../shared/contract/catalogue/product-table.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { auditedShop } from '../../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

const create = async (input: object) =>
  (await owner.post('/products', { name: `Table ${randomUUID()}`, price: 100, ...input })).body as Product;
async function rowOf({ _id }: Product): Promise<TableProduct> {
  const { body } = await owner.post('/products/table/rows', { ids: [_id] });
  const [row] = (body as { products: TableProduct[] }).products;
  if (!row) throw new Error('no row');
  return row;
}
async function save(...products: object[]): Promise<RowResult[]> {
  const { status, body } = await owner.post('/products/table', { products });
  expect(status).toBe(200);
  return (body as { results: RowResult[] }).results;
}

it('saves cells of a product and of some of its variants, and leaves the others', async () => {
  const options = [{ name: 'Size', values: ['S', 'M'] }];
  const variants = ['S', 'M'].map((value) => ({
    values: [value],
    price: 100,
    finalPrice: 80,
    countInStock: 3,
  }));
  const product = await create({ options, variants });
  const [small] = (await rowOf(product)).variants;
  const change = { price: 120, finalPrice: 90, cost: 40, weightGrams: 250, barcode: 'MINE-1' };
  const [result] = await save({
    _id: product._id,
    change: { seoTitle: 'A title', tags: ['new'], gstRate: 5, hsn: '6109' },
    before: { seoTitle: '', tags: [], gstRate: null, hsn: null },
    variants: [{ _id: small?._id, change, before: { price: 100, finalPrice: 80, cost: null } }],
  });
  expect(result).toMatchObject({
    isSaved: true,
    product: {
      seoTitle: 'A title',
      tags: ['new'],
      hsn: '6109',
      variants: [change, { price: 100, cost: null }],
    },
  });
});

it('a product is saved completely or not at all, and one that is refused stops no other', async () => {
  const [taken, first, second] = [
    await create({ sku: `T-${randomUUID()}` }),
    await create({}),
    await create({}),
  ];
  const variant = ({ variants }: Product) => variants[0]?._id;
  const results = await save(
    {
      _id: first._id,
      change: { name: 'New name' },
      variants: [{ _id: variant(first), change: { sku: taken.sku } }],
    },
    { _id: second._id, change: { name: 'Another name' } },
    { _id: randomUUID(), change: { name: 'Nothing' } },
  );
  expect(results).toMatchObject([
    { isSaved: false, errors: [{ field: 'sku', message: `This SKU belongs to ${taken.name}` }] },
    { isSaved: true, product: { name: 'Another name' } },
    { isSaved: false, product: null },
  ]);
  expect(await rowOf(first)).toMatchObject({ name: first.name });
});

it('a value that someone else has changed is not overwritten, and stock changes by the difference', async () => {
  const product = await create({ countInStock: 5 });
  const [variant] = product.variants;
  await owner.patch(`/products/${product._id}`, { price: 150, countInStock: 3 });
  const cell = (change: object, before: object) =>
    save({ _id: product._id, variants: [{ _id: variant?._id, change, before }] });
  expect(await cell({ price: 200, finalPrice: 200 }, { price: 100, finalPrice: 100 })).toMatchObject([
    { isSaved: false, errors: [], product: { variants: [{ price: 150 }] } },
  ]);
  expect(await cell({ countInStock: 15, countInStockBefore: 5 }, {})).toMatchObject([
    { isSaved: true, product: { variants: [{ countInStock: 13 }] } },
  ]);
  expect(await cell({ countInStock: 0, countInStockBefore: 20 }, {})).toMatchObject([
    { isSaved: false, errors: [{ field: 'countInStock', message: 'Some were sold meanwhile: 13 left' }] },
  ]);
});

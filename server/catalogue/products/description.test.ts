import { expect, it } from 'vitest';
import type { Product, ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import { writeRichText } from '../../../shared/text/rich-text.ts';
import { asShopperSees } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { renderDescriptions } from '../catalogue.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const rich = writeRichText([
  { type: 'heading', tag: 'h3', children: [{ type: 'text', text: 'Care' }] },
  {
    type: 'list',
    listType: 'bullet',
    children: [
      {
        type: 'listitem',
        value: 1,
        children: [
          { type: 'text', text: 'Wash ' },
          { type: 'text', text: 'cold', format: 1 },
        ],
      },
    ],
  },
]);
const words = 'Care\n• Wash cold';
const read = async (id: string) => (await shop.get(`/products/${id}`)).body as Product;
const find = async (search: string) => {
  const { body } = await shop.get(`/products?search=${encodeURIComponent(search)}`);
  return (body as unknown as ProductList).products;
};

it('is formatted on the product page; lists, search and files have its plain text', async () => {
  const made = await owner.product({ richDescription: rich });
  expect(made).toMatchObject({
    description: words,
    richDescription: rich,
    descriptionHtml: '<h3>Care</h3><ul><li>Wash <strong>cold</strong></li></ul>',
  });
  expect(await read(made._id)).toEqual(asShopperSees(made));
  const [listed] = await find('wash cold');
  expect(listed).toMatchObject({ _id: made._id, description: words });
  expect(listed).not.toHaveProperty('richDescription');
  expect(await find('listitem')).toEqual([]);
  const file = await owner.get('/products/export.csv');
  expect(String(file.body.raw)).toContain(`"${words}"`);
  const copy = (await owner.post(`/products/${made._id}/duplicate`)).body as Product;
  expect(copy.richDescription).toBe(rich);
});

it('stays formatted if the same plain text is saved, and is replaced by another text', async () => {
  const { _id } = await owner.product({ richDescription: rich });
  const put = async (change: object) => (await owner.put(`/products/${_id}`, change)).body as Product;
  expect(await put({ description: words, price: 20 })).toMatchObject({ price: 20, richDescription: rich });
  const plain = await put({ description: '<b>Plain</b>' });
  expect(plain).toMatchObject({ description: '<b>Plain</b>' });
  expect(plain).not.toHaveProperty('descriptionHtml');
  expect(await put({ richDescription: '<p>Soft<script>x</script> <b>wool</b></p>' })).toMatchObject({
    description: 'Soft wool',
    descriptionHtml: '<p>Soft <b>wool</b></p>',
  });
  expect(await put({ richDescription: '' })).toMatchObject({ description: '' });
});

it('is rendered at the start if an earlier version stored the product (T-CPU-02)', async () => {
  const { _id, descriptionHtml } = await owner.product({ richDescription: rich });
  const setColumns = (columns: { richDescription?: string; descriptionHtml: null }) =>
    shop.db.updateTable('products').set(columns).where('id', '=', _id).execute();
  await setColumns({ descriptionHtml: null });
  await renderDescriptions(shop.db);
  expect(await read(_id)).toMatchObject({ descriptionHtml });
  await setColumns({ richDescription: '<div>'.repeat(30_000), descriptionHtml: null });
  await renderDescriptions(shop.db);
  expect(await read(_id)).toMatchObject({ description: words, descriptionHtml: '' });
});

it.each([
  ['<b>'.repeat(41), 'At most 40 levels of nesting'],
  ['no tree', 'Invalid content'],
  ['{"root":{}}', 'Invalid content'],
  [7, 'Must be a text'],
  [`<p>${'x'.repeat(20_001)}</p>`, 'At most 20,000 characters'],
  [`<p>${'x'.repeat(200_001)}</p>`, 'This text is too long'],
])('is refused %#: $1', async (richDescription, message) => {
  const { status, body } = await owner.post('/products', { name: 'Shawl', price: 10, richDescription });
  expect([status, body.errors]).toEqual([400, { richDescription: message }]);
});

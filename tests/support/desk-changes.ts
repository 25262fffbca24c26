import { multipart, type Owner } from './owner.ts';
import type { TestShop } from './shop.ts';

type Change = [route: string, action: string, ask: () => ReturnType<Owner['post']>];

/** Changes of the spreadsheet, of stock and of a move from another shop, with their actions in the audit log. */
export function deskChanges(
  shop: TestShop,
  owner: Owner,
  product: string,
  customer: string | undefined,
): Change[] {
  const variant = async () => (await owner.get(`/products/stock?product=${product}`)).body.variant;
  const move = async () => {
    const [newest] = (await owner.get('/moves')).body as unknown as { _id: string }[];
    if (newest) return newest._id;
    const value = 'Redirect from,Redirect to\n/old-stole,/products';
    const file = multipart([{ name: 'file', value, filename: 'redirects.csv', type: 'text/csv' }]);
    const { body } = await owner.post('/moves/files', file);
    await shop.runJobs();
    return body._id;
  };
  const change = { _id: product, change: { hsn: '6304' } };
  const collections = '/catalogue/collections';
  const collection = async () => {
    const list = (await owner.get(collections)).body as unknown as { _id: string }[];
    return `${collections}/${list[0]?._id}`;
  };
  return [
    ['POST /catalogue/collections', 'collection.create', () => owner.post(collections, { name: 'Gifts' })],
    [
      'PUT /catalogue/collections/:id',
      'collection.update',
      async () => owner.put(await collection(), { name: 'Presents' }),
    ],
    ['DELETE /catalogue/collections/:id', 'collection.delete', async () => owner.delete(await collection())],
    ['POST /products/table', 'product.update', () => owner.post('/products/table', { products: [change] })],
    [
      'POST /products/stock',
      'stock.adjust',
      async () => owner.post('/products/stock', { variant: await variant(), delta: 2, reason: 'received' }),
    ],
    [
      'POST /products/stock/count',
      'stock.count',
      async () => {
        const lines = [{ variant: await variant(), counted: 1, countedAt: new Date().toISOString() }];
        return owner.post('/products/stock/count', { lines });
      },
    ],
    ['POST /customers/invite', 'customer.invite', () => owner.post('/customers/invite', { ids: [customer] })],
    ['POST /moves/:id/start', 'move.start', async () => owner.post(`/moves/${await move()}/start`, {})],
    [
      'POST /moves/:id/undo',
      'move.undo',
      async () => {
        await shop.runJobs();
        return owner.post(`/moves/${await move()}/undo`, {});
      },
    ],
  ];
}

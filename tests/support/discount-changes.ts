import { multipart, type Owner } from './owner.ts';

type Change = [route: string, action: string, ask: () => ReturnType<Owner['post']>];

/** Each change of discounts, price lists and gift cards, in a possible order, with its action in the audit log. */
export function discountChanges(owner: Owner): Change[] {
  const offer = { title: 'Offer', code: 'OFFER', enabled: true, appliesTo: 'order' };
  const value = { type: 'percent', percent: 5 };
  const gift = { amount: 100, reason: 'Goodwill' };
  const recipient = { name: 'Meera', email: 'meera@example.in', sendOn: '2099-01-01' };
  let discount = '';
  const list = { name: 'Wholesale', customerTag: 'wholesale', percent: 30, active: true };
  let card = '';
  let prices = '';
  let variant = '';
  return [
    [
      'POST /discounts',
      'discount.create',
      async () => {
        const reply = await owner.post('/discounts', { ...offer, value });
        discount = `/discounts/${reply.body._id}`;
        return reply;
      },
    ],
    ['PUT /discounts/:id', 'discount.update', () => owner.put(discount, { ...offer, value })],
    ['DELETE /discounts/:id', 'discount.delete', () => owner.delete(discount)],
    [
      'POST /discounts/:id/code-batches',
      'discount.codes',
      async () => {
        const unique = { ...offer, value, code: null, uniqueCodes: true };
        const { body } = await owner.post('/discounts', unique);
        return owner.post(`/discounts/${body._id}/code-batches`, { count: 2 });
      },
    ],
    [
      'POST /price-lists',
      'price-list.create',
      async () => {
        const { variants } = await owner.product({ sku: 'LISTED' });
        const reply = await owner.post('/price-lists', list);
        prices = `/price-lists/${reply.body._id}`;
        variant = `${prices}/prices/${variants[0]?._id}`;
        return reply;
      },
    ],
    ['PUT /price-lists/:id', 'price-list.update', () => owner.put(prices, { ...list, percent: 40 })],
    ['PUT /price-lists/:id/prices/:variant', 'price-list.price', () => owner.put(variant, { price: 10 })],
    ['DELETE /price-lists/:id/prices/:variant', 'price-list.price-delete', () => owner.delete(variant)],
    [
      'POST /price-lists/:id/prices/import',
      'price-list.import',
      () => {
        const value = 'SKU,Price\nLISTED,10';
        const file = multipart([{ name: 'file', value, filename: 'prices.csv' }]);
        return owner.post(`${prices}/prices/import?save=true`, file);
      },
    ],
    [
      'GET /price-lists/:id/prices/export.csv',
      'price-list.export',
      () => owner.get(`${prices}/prices/export.csv`),
    ],
    ['DELETE /price-lists/:id', 'price-list.delete', () => owner.delete(prices)],
    [
      'POST /gift-cards',
      'giftCard.create',
      async () => {
        const reply = await owner.post('/gift-cards', { ...gift, recipient });
        const { _id } = reply.body.card as { _id: string };
        card = `/gift-cards/${_id}`;
        return reply;
      },
    ],
    ['PUT /gift-cards/:id', 'giftCard.update', () => owner.put(card, { disabled: false, expiresOn: null })],
    ['POST /gift-cards/:id/send', 'giftCard.send', () => owner.post(`${card}/send`)],
  ];
}

import { beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { orderOnDelivery } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { codEnabled: true }));

const compare = async (...rows: string[]) => {
  const value = ['AWB,Order,Amount,Date', ...rows].join('\n');
  const { body } = await owner.post(
    '/cod-remittances?apply=false',
    multipart([{ name: 'file', value, filename: 'list.csv', type: 'text/csv' }]),
  );
  return body.lines;
};

it('never takes a number that a spreadsheet has shortened for that of an order', async () => {
  const cup = await createProduct(shop.db, { pricePaise: 50_000 });
  const { body } = await orderOnDelivery(shop, [{ id: cup.id }]);
  const id = String(body.order_id);
  const amount = Number((await owner.get(`/order/admin/${id}`)).body.amount);
  const number = id.slice(-6).toUpperCase();
  await owner.post(`/order/admin/${id}/confirm`);
  const ship = (trackingNumber: string) =>
    owner.post(`/order/admin/${id}/shipments`, { state: 'shipped', trackingNumber });
  expect(await ship('1.43449E+13')).toMatchObject({
    status: 400,
    body: { errors: { trackingNumber: 'A spreadsheet has shortened this number' } },
  });
  expect((await ship('14344940012352')).status).toBeLessThan(300);
  expect(
    await compare(`14344940012352.0,,₹${amount},25-Nov-2026`, `'14344940012352,,${amount} Rs,`),
  ).toMatchObject([
    { state: 'matched', order_id: id, date: '2026-11-25' },
    { state: 'difference', order_id: id, message: 'The order is in the file twice' },
  ]);

  // As it was stored before such numbers were refused.
  const damaged = { trackingNumber: '1.43449E+13' };
  await shop.db.updateTable('shipments').set(damaged).where('orderId', '=', id).execute();
  expect(await compare(`1.43449E+13,,${amount},`, `1.43449E+13,#${number},"${amount},00",`)).toMatchObject([
    {
      state: 'unknown',
      order_id: null,
      message: '“1.43449E+13” is not a tracking number: a spreadsheet has shortened the number',
    },
    { state: 'matched', order_id: id },
  ]);
  expect(await compare(`,${number},${amount},12/25/2026`)).toMatchObject([
    { state: 'difference', message: 'The date “12/25/2026” can’t be read' },
  ]);
});

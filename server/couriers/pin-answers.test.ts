import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultDelivery, type PinCheck } from '../../shared/contract/orders/delivery.ts';
import { startFakeCouriers, unservedPin } from '../../tests/fakes/couriers.ts';
import { courierAccounts, switchOnCouriers } from '../../tests/support/couriers.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { freshEmail, freshMobile } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createCouriers } from './couriers.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
beforeAll(async () => {
  await switchOnCouriers(owner);
  const offices = [unservedPin, '560001', '560002', '560003'].map((pin) => `${pin},KARNATAKA,BENGALURU`);
  await importPins('directory', ['pincode,statename,district', ...offices].join('\n'));
});
afterAll(() => couriers.stop());
beforeEach(async () => {
  await forget();
  couriers.requests.length = 0;
});

/** The answers, and which couriers have failed. */
async function forget(): Promise<void> {
  await shop.db.deleteFrom('courierPinAnswers').execute();
  Object.assign(shop.deps.couriers, createCouriers(shop.deps.config, shop.db));
}

const importPins = async (kind: string, value: string) => {
  const file = multipart([{ name: 'file', value, filename: 'pins.csv' }]);
  expect((await owner.post(`/settings/delivery/pins?kind=${kind}&save=true`, file)).status).toBe(200);
};
const use = async (...names: string[]) => {
  const delivery = { ...defaultDelivery, couriers: names };
  expect((await owner.put('/site-info/admin', { delivery, codEnabled: true })).status).toBe(200);
};
const check = async (pin: string) => (await shop.get(`/delivery?pin=${pin}`)).body as unknown as PinCheck;
const questions = () =>
  couriers.requests.filter((request) => /pin-codes|serviceability/.test(request)).length;
const hour = 60;

it('couriers say where they deliver and collect cash: yes if one of them does', async () => {
  await use('delhivery');
  expect(await check('560001')).toMatchObject({ served: true, hasCod: false });
  expect(await check(unservedPin)).toMatchObject({ served: false, rates: [], hasCod: false });
  await use('delhivery', 'shiprocket');
  expect(await check('560001')).toMatchObject({ served: true, hasCod: true });
  expect(await check(unservedPin)).toMatchObject({ served: false });
  // Each was asked once about each.
  expect(questions()).toBe(4);
  await use();
  expect(await check(unservedPin)).toMatchObject({ served: true, hasCod: true });
  expect(questions()).toBe(4);
});

it('quote, cash on delivery and order follow the answer', async () => {
  await use('delhivery');
  const { id } = await createProduct(shop.db);
  const { cart_items } = orderFor([{ id }], {});
  const quote = async (postalCode: string) =>
    (await shop.post('/razorpay/quote', { cart_items, postalCode })).body;
  expect(await quote('560001')).toMatchObject({
    delivery: { served: true },
    cash_on_delivery: { reason: 'Cash on delivery is not available for the PIN code 560001.' },
  });
  expect(await quote(unservedPin)).toMatchObject({ delivery: { served: false }, shipping: null });
  const order = (postalCode: string) =>
    orderFor([{ id }], {
      email: freshEmail(),
      mobile: freshMobile(),
      shipping_details: { ...address, postalCode },
    });
  expect((await shop.post('/order/cash-on-delivery', order('560001'))).body.code).toBe('cod_unavailable');
  const refused = await shop.post('/razorpay/create-order', order(unservedPin));
  expect(refused.body.errors).toHaveProperty(['shipping_details.postalCode']);
  expect((await shop.post('/razorpay/create-order', order('560001'))).status).toBe(201);
  // Orders ask nobody.
  expect(questions()).toBe(2);
  expect((await shop.post('/razorpay/create-order', order('560002'))).status).toBe(201);
  expect(questions()).toBe(2);
});

const address = {
  name: 'Asha',
  address: '1 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
};

it('the imported list answers for a courier that does not: down, unreadable, refusing or silent', async () => {
  await importPins('courier', 'pin,delivery,cod\n560001,yes,no\n560002,no,no');
  await use('shiprocket');
  const fromList = async () => {
    expect(await check('560001')).toMatchObject({ served: true, hasCod: false });
    expect(await check('560002')).toMatchObject({ served: false });
  };
  for (const how of ['down', 'garbled', 'refused', 'lost'] as const) {
    couriers.fail('/serviceability/', how, 2);
    await fromList();
    // It is not asked again at once.
    const asked = questions();
    await fromList();
    expect(questions(), how).toBe(asked);
    await forget();
  }
  couriers.fail('/serviceability/', 'silent');
  expect(await check('560001')).toMatchObject({ served: true, hasCod: false });
  await forget();
  expect(await check('560001')).toMatchObject({ hasCod: true });
  await importPins('courier', 'pin,delivery,cod\n999999,no,no');
});

it('a courier that fails three times rests, and bookings with it go on', async () => {
  await use('delhivery');
  couriers.fail('/pin-codes/json/', 'down', 4);
  for (const pin of ['560001', '560002', '560003', unservedPin])
    expect(await check(pin)).toMatchObject({ served: true });
  expect(questions()).toBe(3);
  const failed = await owner.post('/settings/couriers/delhivery/test');
  expect(failed).toMatchObject({
    status: 502,
    body: { message: 'Delhivery did not answer. Please try again in a minute.' },
  });
  expect((await owner.post('/settings/couriers/delhivery/test')).status).toBe(200);
});

it('the owner sees the answers, and asks about a PIN code herself', async () => {
  await use('delhivery');
  await check('560001');
  couriers.fail('/pin-codes/json/', 'down');
  await check('560002');
  const list = (await owner.get('/settings/delivery/couriers')).body;
  expect(list).toEqual([
    { provider: 'shiprocket', answers: 0, answeredAt: null, unansweredAt: null },
    { provider: 'delhivery', answers: 1, answeredAt: expect.any(String), unansweredAt: expect.any(String) },
  ]);
  const ask = (provider: string, pin: string) =>
    owner.post(`/settings/delivery/couriers/${provider}/try`, { pin });
  expect((await ask('delhivery', '560002')).body).toEqual({ isServed: true, hasCod: false });
  expect((await ask('delhivery', unservedPin)).body).toEqual({ isServed: false, hasCod: false });
  expect((await ask('dtdc', '560002')).status).toBe(404);
  expect((await ask('delhivery', '56')).status).toBe(400);
  couriers.fail('/pin-codes/json/', 'down');
  expect((await ask('delhivery', '560002')).status).toBe(502);
  const packer = await asOwner(shop, 'packer');
  expect((await packer.post('/settings/delivery/couriers/delhivery/try', { pin: '560001' })).status).toBe(
    403,
  );

  // One that is switched off is not asked, and what it has answered does not count any more.
  const change = { ...courierAccounts.delhivery, isOn: false };
  expect((await owner.put('/settings/couriers/delhivery', change)).status).toBe(200);
  expect(await check(unservedPin)).toMatchObject({ served: true });
  expect((await ask('delhivery', '560001')).body.code).toBe('not_bookable');
  await switchOnCouriers(owner);
});

it('strangers make the shop ask once about a PIN code, and only about real ones (T-DLV-04)', async () => {
  await use('delhivery', 'shiprocket');
  const answers = await Promise.all(Array.from({ length: 100 }, () => check('560001')));
  expect(answers.every(({ served, hasCod }) => served && hasCod)).toBe(true);
  expect(questions()).toBe(2);
  // In no directory, and no PIN codes.
  for (const pin of ['560099', '110001']) await check(pin);
  expect((await shop.get('/delivery?pin=012345')).status).toBe(400);
  expect(questions()).toBe(2);
  await shop.advance(12 * hour);
  await check('560001');
  // Delhivery collects no cash there, which may change sooner.
  expect(questions()).toBe(3);
  await shop.advance(13 * hour);
  await check('560001');
  expect(questions()).toBe(5);
});

import { expect, it } from 'vitest';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const path = '/settings/delivery/pins';
const send = (kind: string, text: string, save = true) =>
  owner.post(
    `${path}?kind=${kind}&save=${save}`,
    multipart([{ name: 'file', value: text, filename: 'pins.csv' }]),
  );
const check = async (pin: string) => (await shop.get(`/delivery?pin=${pin}`)).body;

it('the directory gives PIN codes their city and state', async () => {
  const heading =
    'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude';
  const office = (pin: string, district: string, state: string) =>
    `Circle,Region,Division,Office,${pin},BO,Delivery,${district},${state},NA,NA`;
  const text = [
    heading,
    office('560001', 'BENGALURU URBAN', 'KARNATAKA'),
    office('560001', 'BENGALURU RURAL', 'KARNATAKA'),
    office('560001', 'BENGALURU URBAN', 'KARNATAKA'),
    office('605001', 'PUDUCHERRY', 'PUDUCHERRY'),
    office('396210', 'DAMAN', 'THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU'),
    office('160001', 'NA', 'CHANDIGARH'),
    office('140001', 'RUPNAGAR', 'PUNJAB'),
    office('"1,40,001.0"', 'SOLAN', 'HIMACHAL PRADESH'),
    office('012345', 'NOWHERE', 'DELHI'),
  ].join('\n');
  const preview = await send('directory', text, false);
  const counts = { pins: 5, withState: 4, replaced: 0, skippedCount: 1 };
  expect(preview.body).toMatchObject({ saved: false, ...counts });
  expect(preview.body.skipped).toEqual([{ line: 10, reason: '012345 is not a PIN code' }]);
  expect((await owner.get(path)).body).toEqual({ directory: 0, courier: 0 });
  expect((await send('directory', text)).body).toMatchObject({ saved: true, ...counts });
  expect((await owner.get(path)).body).toEqual({ directory: 5, courier: 0 });
  expect(await check('560001')).toMatchObject({ city: 'Bengaluru Urban', state: 'Karnataka' });
  expect(await check('605001')).toMatchObject({ city: 'Puducherry', state: 'Puducherry' });
  expect(await check('396210')).toMatchObject({ state: 'Dadra and Nagar Haveli and Daman and Diu' });
  expect(await check('160001')).toMatchObject({ city: '', state: 'Chandigarh' });
  // It belongs to two states, as its first digits say too.
  expect(await check('140001')).toMatchObject({ city: 'Rupnagar', state: '' });
  expect(await check('110001')).toMatchObject({ city: '', state: 'Delhi' });
});

it('the list of a courier says where it delivers and collects cash; the next one replaces it', async () => {
  const text =
    'Pincode,Pre_Paid,COD\n560 001,Y,N\n५६०००२,N,N\n560003,yes,1\n560004,Y,\n560005,maybe,Y\n5.6E+05,Y,Y\n';
  const first = (await send('courier', text)).body;
  expect(first).toMatchObject({ pins: 4, served: 3, withCod: 1, replaced: 0, skippedCount: 2 });
  expect(await check('560002')).toMatchObject({ served: false });
  await owner.put('/site-info/admin', { codEnabled: true });
  for (const [pin, hasCod] of Object.entries({ 560001: false, 560003: true, 560004: true, 110001: true }))
    expect(await check(pin), pin).toMatchObject({ served: true, hasCod });
  const only = { delivery: { ...defaultDelivery, listedPinsOnly: true } };
  expect((await owner.put('/site-info/admin', only)).status).toBe(200);
  expect(await check('110001')).toMatchObject({ served: false });
  expect((await send('courier', 'pin,cod\n110001,Y\n')).body).toMatchObject({
    pins: 1,
    served: 1,
    replaced: 4,
  });
  expect(await check('110001')).toMatchObject({ served: true });
  expect(await check('560003')).toMatchObject({ served: false });
  // The directory stays.
  expect((await owner.get(path)).body).toEqual({ directory: 5, courier: 1 });
  expect(await check('560001')).toMatchObject({ city: 'Bengaluru Urban' });
});

it('other files are refused with the reason, and change nothing (T-DLV-02)', async () => {
  const before = (await owner.get(path)).body;
  for (const [kind, text] of [
    ['directory', 'pin,cod\n110001,Y\n'],
    ['directory', ''],
    ['courier', 'name,price\nCup,10\n'],
    ['courier', 'pin,cod\nabc,Y\n'],
    ['courier', '%PDF-1.7'],
  ] as const)
    expect(await send(kind, text), `${kind} ${text}`).toMatchObject({
      status: 400,
      body: { errors: { file: expect.any(String) } },
    });
  expect((await send('cities', 'pin,cod\n110001,Y\n')).status).toBe(400);
  const file = multipart([{ name: 'file', value: 'pin,cod\n110001,Y\n', filename: 'pins.csv' }]);
  expect((await shop.post(`${path}?kind=courier`, undefined, file)).status).toBe(401);
  const { headers } = await signUp(shop);
  expect((await shop.get(path, { headers })).status).toBe(403);
  expect((await owner.get(path)).body).toEqual(before);
});

longIt('reads a directory of the size of the real one', async () => {
  const rows = Array.from(
    { length: 165_000 },
    (_, index) =>
      `Karnataka Circle,BengaluruHQ Region,Bengaluru Division,Post Office ${index} B.O,${110_000 + (index % 19_000)},BO,Delivery,DISTRICT ${index % 700},KARNATAKA,12.9716,77.5946`,
  );
  const heading =
    'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude';
  const { body } = await send('directory', [heading, ...rows].join('\n'));
  expect(body).toMatchObject({ saved: true, pins: 19_000, skippedCount: 0 });
});

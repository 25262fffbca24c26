import { beforeAll, describe, expect, it } from 'vitest';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshContact, freshEmail, freshMobile } from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
const product = await createProduct(shop.db, { stock: 500 });

let codes = 0;
async function discount(more: object): Promise<string> {
  const code = `ONCE${++codes}`;
  const input = { title: 'Welcome', code, enabled: true, appliesTo: 'order', ...more };
  const { status } = await owner.post('/discounts', { ...input, value: { type: 'percent', percent: 10 } });
  expect(status).toBe(201);
  return code;
}
type Person = { email?: string; mobile?: string; name?: string; address?: string; postalCode?: string };
/** An order of somebody new, but for these contact details. */
const order = (discount_code: string | undefined, { email, mobile, ...person }: Person = {}) =>
  shop.post(
    '/razorpay/create-order',
    orderFor([product], {
      email: email ?? freshEmail(),
      mobile: mobile ?? freshMobile(),
      discount_code,
      shipping_details: { ...freshContact().shipping_details, ...person },
    }),
  );
const asha = {
  email: 'asha.rao@gmail.com',
  mobile: '9811122233',
  name: 'Asha Lakshmi Rao',
  address: 'Flat No. 4, 12 Dr. Rajkumar Road, Malleshwaram',
  postalCode: '560003',
};

describe('one customer (T-CPN-70)', () => {
  const same: [what: string, person: Person][] = [
    ...['ashaRAO@Gmail.com', 'a.s.h.a.r.a.o+x@googlemail.com', 'asha.r\u200bao@gmail.com'].map(
      (email): [string, Person] => ['mailbox', { email }],
    ),
    ['mailbox', { email: '\uff41sharao\uff0bgift@gma\u00adil.com' }],
    ...['+91 98111 22233', '098111-22233', '0091 9811122233', '\u202a98111.22233\u202c'].map(
      (mobile): [string, Person] => ['mobile number', { mobile }],
    ),
    ...[
      { address: asha.address },
      { name: 'ASHA LAKSHMI RAO', address: 'FLAT NO 4 12 DR RAJKUMAR ROAD MALLESHWARAM' },
      { name: 'Rao, Asha-Lakshmi', address: '#4, 12, Dr.Rajkumar Rd.\nMalleswaram' },
      { name: 'Ash\u00e1 Lakshmi  Rao', address: 'Malleshvaram, Dr Raj Kumar Road 12, flat 4' },
      {
        name: '\uff21sha Laksh\u200dmi Rao',
        address: 'flat 4\u00ad, 1\u200d2 Dr Rajkumar road; Mallesh-waram',
      },
    ].map((where): [string, Person] => ['name and address', { name: asha.name, ...where }]),
  ];

  beforeAll(async () => {
    const first = await order(undefined, asha);
    await verify(shop, await shop.fake.pay((first.body.razorpay_order as { id: string }).id));
  });

  it.each(same)('has a discount for first orders once: the same %s %j', async (_, person) => {
    const code = await discount({ firstOrderOnly: true });
    const again = await order(code, person);
    expect([again.status, again.body.message]).toEqual([409, 'This code is only for a first order.']);
    expect((await order(code)).status).toBe(201);
  });

  it.each(same)('uses a discount once that is once for each customer: the same %s %j', async (_, person) => {
    const code = await discount({ maxUsesPerCustomer: 1 });
    const both = await Promise.all([order(code, asha), order(code, person)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await order(code, person)).body.message).toBe('You have used this code already.');
  });

  it('is somebody else with another name, another house number or another PIN code', async () => {
    const code = await discount({ firstOrderOnly: true });
    const { name, address } = asha;
    const others = [
      { name: 'Isha Lakshmi Rao', address },
      { name, address: address.replace('12', '21') },
      { name, address: address.replace('4', '44') },
      { name, address, postalCode: '560004' },
      { name, address: address.replace('Rajkumar', 'Ambedkar') },
    ];
    for (const person of others) expect([(await order(code, person)).status, person]).toEqual([201, person]);
  });

  it('is found by the address to which an order was corrected, and not any more after an erasure', async () => {
    const code = await discount({ maxUsesPerCustomer: 1 });
    const placed = await order(code);
    const id = String(placed.body.order_id);
    const known = () => shop.db.selectFrom('orderAddressees').selectAll().where('orderId', '=', id).execute();
    const before = await known();
    await verify(shop, await shop.fake.pay((placed.body.razorpay_order as { id: string }).id));
    const { updatedAt } = (await owner.get(`/order/admin/${id}`)).body;
    const contact = {
      name: 'Meera Iyer',
      email: freshEmail(),
      mobile: freshMobile(),
      altMobile: '',
      updatedAt,
    };
    const corrected = { ...delivery, name: 'Meera Iyer', address: '9 Beach Road' };
    const changed = await owner.put(`/order/admin/${id}/contact`, {
      ...contact,
      shipping_details: corrected,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await known()).not.toEqual(before);
    const again = await order(code, { name: 'MEERA IYER', address: '9, Beach rd' });
    expect(again.body.message).toBe('You have used this code already.');
    await shop.db
      .updateTable('orders')
      .set({ name: 'Deleted account', shipping: null })
      .where('id', '=', id)
      .execute();
    expect(await known()).toEqual([]);
  });
});

// Slow: `npm run check` leaves this file out.
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Customer, CustomerDetail } from '../../shared/contract/accounts/customers.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import {
  bearer,
  buyAsGuest,
  freshEmail,
  freshMobile,
  mailedToken,
  type Person,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { audit } from '../reports/audit.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

async function list(query: string) {
  const { status, body, headers } = await owner.get(`/customers?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { items: body as unknown as Customer[], total: Number(headers['x-total-count']) };
}
const find = async (search: string) => (await list(`search=${encodeURIComponent(search)}`)).items;
async function only(search: string): Promise<Customer> {
  const found = await find(search);
  expect(found).toHaveLength(1);
  return found[0] as Customer;
}
const detail = async (id: string) => (await owner.get(`/customers/${id}`)).body as unknown as CustomerDetail;

async function buyAs(person: Person, more: object = {}): Promise<string> {
  const product = await createProduct(shop.db);
  const request = orderFor([{ id: product.id }], { email: person.email, mobile: freshMobile(), ...more });
  const { body } = await shop.post('/razorpay/create-order', request, person);
  await verify(shop, await shop.fake.pay((body.razorpay_order as { id: string }).id));
  return String(body.order_id);
}

it('groups paid guest orders by e-mail or mobile, and does not count unpaid ones (T-PRV-10)', async () => {
  const [email, mobile] = [freshEmail(), freshMobile()];
  await buyAsGuest(shop, email, { mobile });
  const second = await buyAsGuest(shop, email);
  const otherEmail = freshEmail();
  const third = await buyAsGuest(shop, otherEmail, { mobile });
  const product = await createProduct(shop.db);
  await place(shop, [{ id: product.id }], { email });
  const stranger = freshEmail();
  await place(shop, [{ id: product.id }], { email: stranger, mobile });
  await buyAsGuest(shop, stranger);

  const customer = await only(email);
  expect(customer).toMatchObject({ is_guest: true, orders: 3, spent: 3 * 1299 });
  for (const search of [otherEmail, `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`]) {
    expect((await only(search))._id).toBe(customer._id);
  }
  // An unpaid order with the mobile of somebody else proves nothing.
  expect(await only(stranger)).toMatchObject({ orders: 1 });

  await owner.post(`/order/admin/${second.id}/refund`, { amount: 299, reason: 'Goodwill' });
  await shop.runJobs();
  await owner.delete(`/order/admin/${third.id}`);
  // It has an invoice, so it stays in the figures.
  expect(await only(email)).toMatchObject({ orders: 3, spent: 3 * 1299 - 299 });
  await owner.post(`/order/admin/${third.id}/restore`);
  expect(await only(email)).toMatchObject({ orders: 3, spent: 3 * 1299 - 299 });
  const orders = await owner.get(`/order/admin?customer=${customer._id}`);
  expect(orders.headers['x-total-count']).toBe('3');
  expect((await detail(customer._id)).otherContacts).toContain(email);
});

it('an account is a customer; its confirmed e-mail address takes over the guest with notes and tags', async () => {
  const [email, mobile] = [freshEmail(), freshMobile()];
  await buyAsGuest(shop, email, { mobile });
  const guest = await only(email);
  await owner.patch(`/customers/${guest._id}/tags`, { add: ['Regular'] });
  await owner.post(`/customers/${guest._id}/notes`, { text: 'Likes indigo' });
  await shop.post('/auth/activate-account', { email, name: 'Meera Iyer', phone: mobile, password });
  const token = await mailedToken(shop, email);
  await shop.post('/auth/activate-account', { email, name: 'Meera Iyer', phone: mobile, password, token });
  const account = await only(email);
  expect(account).toMatchObject({ name: 'Meera Iyer', is_guest: false, orders: 1, tags: ['regular'] });
  expect((await detail(account._id)).notes).toMatchObject([{ text: 'Likes indigo', own: true }]);
  expect((await owner.get(`/customers/${guest._id}`)).status).toBe(404);
  // Later guest orders with the confirmed address are hers too.
  await buyAsGuest(shop, email);
  expect(await only(email)).toMatchObject({ _id: account._id, orders: 2 });

  // An address that is not confirmed proves nothing.
  const person = await signUp(shop);
  await buyAsGuest(shop, person.email);
  expect((await find(person.email)).map(({ is_guest }) => is_guest).sort()).toEqual([false, true]);
});

it('lists, sorts, filters and exports customers (T-INJ-07)', async () => {
  const person = await signUp(shop, { name: '=HYPERLINK("x")' });
  await buyAs(person);
  await buyAs(person);
  const customer = await only(person.email);
  expect(customer).toMatchObject({ orders: 2, spent: 2598 });
  await owner.patch(`/customers/${customer._id}/tags`, { add: ['vip'] });
  expect((await owner.get('/customers/tags')).body).toContain('vip');
  expect((await list('tag=VIP')).items.map(({ _id }) => _id)).toEqual([customer._id]);
  expect((await list('limit=1')).items[0]?._id).toBe(customer._id);
  const spent = (await list('sort=-spent')).items.map((item) => item.spent);
  expect(spent).toEqual(spent.toSorted((a, b) => b - a));
  const { total } = await list('');
  const [guests, accounts] = [await list('guest=true'), await list('guest=false')];
  expect(guests.total + accounts.total).toBe(total);
  expect((await list('limit=2&page=2')).items).toHaveLength(2);
  const file = String((await owner.get('/customers/export.csv?tag=vip')).body.raw);
  const [row] = parse(file, { columns: true, bom: true }) as Record<string, string>[];
  expect(row).toMatchObject({ Name: `'=HYPERLINK("x")`, Orders: '2', Spent: '2598', Tags: 'vip' });

  const spend = (paise: number) =>
    sql`update customers set test_paise = test_paise + ${paise} where id = ${customer._id}`.execute(shop.db);
  await spend(1);
  expect((await audit(shop.db)).map(({ check }) => check)).toEqual(['customers']);
  await spend(-1);

  const packer = await asOwner(shop, 'packer');
  for (const path of ['/customers', `/customers/${customer._id}`, '/customers/export.csv'])
    expect((await packer.get(path)).status).toBe(403);
  expect((await owner.get('/customers/none')).status).toBe(404);
});

it('notes are changed by their author only', async () => {
  const { email } = await signUp(shop);
  const { _id: id } = await only(email);
  const support = await asOwner(shop, 'support');
  const { body } = await support.post(`/customers/${id}/notes`, { text: 'Call after six' });
  const note = `/customers/${id}/notes/${(body as unknown as CustomerDetail).notes[0]?._id}`;
  expect((await owner.put(note, { text: 'x' })).status).toBe(404);
  expect((await owner.delete(note)).status).toBe(404);
  expect((await support.put(note, { text: 'Call after seven' })).body).toMatchObject({
    notes: [{ text: 'Call after seven', edited: true }],
  });
  expect((await support.delete(note)).body).toMatchObject({ notes: [] });
  expect((await support.delete(`/customers/${id}`)).status).toBe(403);
});

it('merges two customers once, with everything that belongs to them', async () => {
  const [first, second] = [freshEmail(), freshEmail()];
  await buyAsGuest(shop, first);
  await buyAsGuest(shop, second);
  const [kept, merged] = [await only(first), await only(second)];
  await owner.patch(`/customers/${kept._id}/tags`, { add: ['a', 'b'] });
  await owner.patch(`/customers/${merged._id}/tags`, { add: ['b', 'c'] });
  await owner.post(`/customers/${merged._id}/notes`, { text: 'Moved' });
  const merge = (id: string, from: string) => owner.post(`/customers/${id}/merge`, { from });
  expect((await merge(kept._id, kept._id)).status).toBe(404);
  // Both at the same moment, in both directions: one of them wins.
  const replies = await Promise.all([merge(kept._id, merged._id), merge(merged._id, kept._id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  const single = await only(second);
  expect(single).toMatchObject({ orders: 2, spent: 2598, tags: ['a', 'b', 'c'] });
  expect((await detail(single._id)).notes).toMatchObject([{ text: 'Moved' }]);
  await Promise.all([buyAsGuest(shop, first), buyAsGuest(shop, second)]);
  expect(await only(first)).toMatchObject({ _id: single._id, orders: 4 });

  // An account goes with the customer; two accounts can't be merged.
  const [asha, item] = [await signUp(shop), await signUp(shop)];
  const account = await only(asha.email);
  expect((await merge(single._id, account._id)).body).toMatchObject({ is_guest: false, email: asha.email });
  expect((await merge(single._id, (await only(item.email))._id)).status).toBe(409);
  await buyAs(asha);
  expect(await only(asha.email)).toMatchObject({ _id: single._id, orders: 5 });
});

it('erases guests and accounts; what tax law requires stays (T-PRV-09)', async () => {
  const [email, mobile] = [freshEmail(), freshMobile()];
  const { id: finished } = await buyAsGuest(shop, email, { mobile });
  const { id: open } = await buyAsGuest(shop, email, { mobile });
  await owner.post(`/order/admin/${finished}/notes`, { text: `Called her at +91 ${mobile}` });
  await shop.runJobs();
  const deliver = (id: string) => owner.put(`/order/admin/${id}/status`, { status: 'delivered' });
  await deliver(finished);
  await shop.runJobs();
  const guest = await only(email);
  await owner.post(`/customers/${guest._id}/notes`, { text: 'Her number changed' });
  expect((await owner.delete(`/customers/${guest._id}`)).status).toBe(200);
  expect((await owner.delete(`/customers/${guest._id}`)).status).toBe(404);
  expect(await find(email)).toEqual([]);
  const order = async (id: string) => (await owner.get(`/order/admin/${id}`)).body;
  const noDetails = { email: '', mobile: '', altMobile: '' };
  expect(await order(finished)).toMatchObject({ customer: noDetails, invoice_number: expect.any(String) });
  expect(JSON.stringify(await order(finished))).not.toContain(mobile);
  // An open order keeps what its delivery needs.
  expect(await order(open)).toMatchObject({ customer: { email, mobile } });
  await deliver(open);
  await shop.runJobs();
  await shop.handlers.minute({});
  expect(await order(open)).toMatchObject({ customer: noDetails });

  const person = await signUp(shop);
  const bought = await buyAs(person);
  await deliver(bought);
  await shop.runJobs();
  expect((await owner.delete(`/customers/${(await only(person.email))._id}`)).status).toBe(200);
  expect(await find(person.email)).toEqual([]);
  expect((await shop.get('/auth/me', bearer(person.token))).status).toBe(401);
  expect(await order(bought)).toMatchObject({ customer: noDetails });

  // The same if she deletes her account herself.
  const another = await signUp(shop);
  await buyAs(another);
  const { _id } = await only(another.email);
  await owner.post(`/customers/${_id}/notes`, { text: 'Gone with her account' });
  await shop.call('DELETE', '/auth/account', { ...another, payload: { currentPassword: password } });
  expect(await find(another.email)).toEqual([]);
  expect(
    await shop.db.selectFrom('customerNotes').select('id').where('customerId', '=', _id).execute(),
  ).toEqual([]);
});

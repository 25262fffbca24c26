import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createProduct } from '../../../tests/support/factories.ts';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  mailedToken,
  type Person,
  signIn,
  signUp,
} from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

let owner: { email: string; password: string };
const shop = await testShop();
beforeAll(async () => {
  const { email, password } = await createAdmin(shop);
  owner = { email, password };
});
const setHours = async (cartReminderHours: number | null) => {
  const { token } = await signIn(shop, { ...owner, portal: 'admin' });
  const payload = { cartReminderHours };
  expect((await shop.call('PUT', '/site-info/admin', { ...bearer(token), payload })).status).toBe(200);
};
beforeEach(() => setHours(4));

type Made = Awaited<ReturnType<typeof createProduct>>;
const lineOf = ({ id, variantIds }: Made, quantity = 1) => ({
  product_id: id,
  variant_id: variantIds[0] ?? '',
  quantity,
});
const fill = async (person: Person, ...products: Made[]) => {
  const payload = { lines: products.map((product) => lineOf(product, 2)) };
  expect((await shop.call('PUT', '/cart', { ...person, payload })).status).toBe(200);
};
const choose = (payload: object, as: Partial<Person> = {}) =>
  shop.call('PUT', '/cart/reminder', { ...as, payload });
/** A shopper with a confirmed address who wants to be reminded. */
async function consenting(): Promise<Person> {
  const person = await signUp(shop);
  await shop.post('/auth/confirm-email', { token: await mailedToken(shop, person.email) }, person);
  expect((await choose({ accepted: true }, person)).status).toBe(200);
  return person;
}
async function hoursLater(hours: number) {
  shop.advance(hours * 60);
  await Promise.all([shop.handlers.minute({}), shop.handlers.minute({})]);
}
const reminders = (email: string) =>
  shop.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'cart-reminder')
    .where('toAddress', '=', email)
    .execute();
const tokenIn = (mail: { plain: string } | undefined) => mail?.plain.match(/#reminder=([\w-]+)/)?.[1] ?? '';

it('a cart that is left is mailed once, and its link leads back to it', async () => {
  const product = await createProduct(shop.db, { name: 'Blue Bowl' });
  const [asked, silent] = [await consenting(), await signUp(shop)];
  for (const person of [asked, silent]) await fill(person, product);
  await hoursLater(3);
  expect(await reminders(asked.email)).toEqual([]);
  await hoursLater(2);
  const [mail] = await reminders(asked.email);
  expect(mail?.plain).toContain('Blue Bowl');
  expect(await reminders(silent.email)).toEqual([]);
  const { body } = await shop.get(`/cart/reminders/${tokenIn(mail)}`);
  expect(body).toEqual({ lines: [{ ...lineOf(product, 2), name: 'Blue Bowl' }] });
  expect((await shop.get('/cart/reminders/another-one')).status).toBe(404);
  // The same cart is never mailed again, also with more in it; the next one is.
  await fill(asked, await createProduct(shop.db));
  await hoursLater(24 * 8);
  await fill(asked, await createProduct(shop.db));
  await hoursLater(5);
  expect(await reminders(asked.email)).toHaveLength(1);
  await shop.db.deleteFrom('cartLines').execute();
  await fill(asked, product);
  await hoursLater(5);
  expect(await reminders(asked.email)).toHaveLength(2);
  expect((await shop.get('/auth/my-data', asked)).body).toMatchObject({
    records: { cart_reminders: [{ consent: 'Email me once if I leave items in my cart.' }] },
  });
});

it('one click ends the mails, and only the shopper herself can ask for them again (T-PRV-25)', async () => {
  const product = await createProduct(shop.db);
  const person = await consenting();
  await fill(person, product);
  await hoursLater(5);
  const [mail] = await reminders(person.email);
  expect(mail?.unsubscribeUrl).toBe(`http://localhost:3999/api/cart/reminders/${tokenIn(mail)}/stop`);
  await shop.runJobs();
  const file = await readFile(join(shop.deps.config.dataDir, 'mail', `${mail?.id}.eml`), 'utf8');
  const headers = file.replace(/\r?\n[ \t]+/g, ' ');
  expect(headers).toMatch(new RegExp(`^List-Unsubscribe: <${mail?.unsubscribeUrl}>\\r?$`, 'm'));
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  // As a mail program posts it (RFC 8058), and once more.
  for (const _ of [1, 2]) {
    const reply = await shop.app.inject({
      method: 'POST',
      url: new URL(mail?.unsubscribeUrl ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(reply.statusCode, reply.body).toBe(200);
  }
  expect((await shop.get('/cart/reminder', person)).body).toEqual({ offered: true, accepted: false });
  // A guest who types her address can't.
  await choose({ accepted: true, email: person.email, lines: [lineOf(product)] });
  await hoursLater(24 * 8);
  expect(await reminders(person.email)).toHaveLength(1);
  expect((await choose({ accepted: true }, person)).status).toBe(200);
  await shop.db.deleteFrom('cartLines').execute();
  await fill(person, product);
  await hoursLater(5);
  expect(await reminders(person.email)).toHaveLength(2);
});

it('a guest is reminded once of the cart that she agreed to, and never after an order (T-PRV-26)', async () => {
  const product = await createProduct(shop.db, { name: 'Brass Lamp' });
  const [left, bought, unticked, late] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()];
  for (const email of [left, bought, unticked, late])
    expect((await choose({ accepted: true, email, lines: [lineOf(product)] })).status).toBe(200);
  expect((await choose({ accepted: false, email: unticked })).status).toBe(200);
  await buyAsGuest(shop, bought);
  // What the page sends may arrive after the order.
  await buyAsGuest(shop, late);
  await choose({ accepted: true, email: late, lines: [lineOf(product, 3)] });
  await hoursLater(5);
  for (const email of [bought, unticked, late]) expect(await reminders(email), email).toEqual([]);
  const [mail] = await reminders(left);
  expect((await shop.get(`/cart/reminders/${tokenIn(mail)}`)).body).toMatchObject({
    lines: [lineOf(product)],
  });
  // Somebody may type her address again and again.
  for (const email of [left, left.replace('@', '+again@')]) {
    await choose({ accepted: true, email, lines: [lineOf(product, 5)] });
    await hoursLater(5);
    expect(await reminders(email)).toHaveLength(email === left ? 1 : 0);
  }
  for (const bad of [
    {},
    { accepted: true },
    { accepted: true, email: left },
    { accepted: true, email: 'x', lines: [] },
  ])
    expect((await choose(bad)).status, JSON.stringify(bad)).toBe(400);
});

it('nobody is reminded without the setting, without a confirmed address, or after a long time', async () => {
  const product = await createProduct(shop.db);
  const person = await signUp(shop);
  expect((await shop.get('/cart/reminder', person)).body).toEqual({ offered: false, accepted: false });
  expect((await choose({ accepted: true }, person)).status).toBe(400);
  const another = await consenting();
  await fill(another, product);
  await setHours(null);
  expect((await shop.get('/cart/reminder')).body).toEqual({ offered: false, accepted: false });
  await hoursLater(24 * 4);
  await setHours(4);
  await hoursLater(0);
  expect(await reminders(another.email)).toEqual([]);
});

it('guests of one network get 50 reminders a day, and a guest who gets none is told so (T-PRV-60)', async () => {
  const product = await createProduct(shop.db);
  const ask = (email: string, remoteAddress: string, quantity = 1) =>
    shop.call('PUT', '/cart/reminder', {
      payload: { accepted: true, email, lines: [lineOf(product, quantity)] },
      remoteAddress,
    });
  const first = freshEmail();
  expect((await ask(first, '203.0.113.1')).status).toBe(200);
  const others = await Promise.all(
    Array.from({ length: 54 }, (_, n) => ask(freshEmail(), `203.0.113.${n + 2}`)),
  );
  const statuses = others.map(({ status }) => status);
  expect([statuses.filter((status) => status === 200).length, new Set(statuses)]).toEqual([
    49,
    new Set([200, 429]),
  ]);
  expect(others.find(({ status }) => status === 429)?.body.message).toContain('Log in to be reminded');
  // A cart that changes is no further one.
  expect((await ask(first, '203.0.113.1', 3)).status).toBe(200);
  expect((await ask(freshEmail(), '198.51.100.1')).status).toBe(200);
});

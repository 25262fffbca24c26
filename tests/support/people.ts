import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addAdmin } from '../../server/accounts/admins/admins.ts';
import type { User } from '../../shared/contract/accounts/accounts.ts';
import { createProduct, delivery, orderFor } from './factories.ts';
import { type PlacedOrder, place, verify } from './purchase.ts';
import type { TestShop } from './shop.ts';

export const password = 'block-print-42';

export type Person = { user: User; token: string; email: string; headers: { authorization: string } };

export const freshEmail = () => `asha.${randomUUID()}@example.in`;
export const freshMobile = () => `9${randomInt(1e8, 1e9 - 1)}`;
/** The contact details of somebody who is no customer yet, for the body of an order. */
export const freshContact = () => ({
  email: freshEmail(),
  mobile: freshMobile(),
  shipping_details: { ...delivery, name: `Asha ${randomUUID()}` },
});
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Creates a shopper with an account and a session. */
export async function signUp(
  shop: TestShop,
  more: object = {},
  options?: { remoteAddress: string },
): Promise<Person> {
  const email = freshEmail();
  const { status, body } = await shop.post(
    '/auth/register',
    { name: 'Asha Rao', email, password, ...more },
    options,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return personOf(body, email);
}

/** Signs in; returns the status if the sign-in fails. */
export async function signIn(shop: TestShop, credentials: object) {
  const { status, body } = await shop.post('/auth/login', { password, ...credentials });
  return { status, body, token: String(body.token ?? '') };
}

/**
 * Creates a signed-in admin; one of another role than owner needs an owner in the shop. Her session needs no step-up,
 * however far the clock of the shop is moved.
 */
export async function createAdmin(shop: TestShop, roleId = 'owner'): Promise<Person & { password: string }> {
  const email = `admin.${randomUUID()}@example.in`;
  const made = await addAdmin(shop.db, email);
  if (roleId !== 'owner')
    await shop.db.updateTable('users').set({ roleId }).where('email', '=', email).execute();
  const { body } = await shop.post('/auth/login', { email, password: made.password, portal: 'admin' });
  const person = personOf(body, email);
  await shop.db
    .updateTable('sessions')
    .set({ provedAt: new Date('2100-01-01') })
    .where('userId', '=', person.user._id)
    .execute();
  return { ...person, password: made.password };
}

/** Places and pays a guest order; its mails are queued. */
export async function buyAsGuest(shop: TestShop, email: string, more: object = {}): Promise<PlacedOrder> {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }], { email, mobile: freshMobile(), ...more });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return order;
}

/** Sends an order of these lines that a new guest pays on delivery. */
export const orderOnDelivery = (
  shop: TestShop,
  lines: Parameters<typeof orderFor>[0],
  more: object = {},
  key: string = randomUUID(),
) =>
  shop.post(
    '/order/cash-on-delivery',
    orderFor(lines, { email: freshEmail(), mobile: freshMobile(), ...more }),
    { headers: { 'idempotency-key': key } },
  );

/** Runs all jobs; returns the newest mail to this address. */
export async function lastMail(shop: TestShop, to: string) {
  await shop.runJobs();
  return shop.db
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', to)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The one-time token in the newest mail to this address. */
export async function mailedToken(shop: TestShop, to: string): Promise<string> {
  const mail = await lastMail(shop, to);
  const token = mail?.plain.match(/(?:reset-password\/|confirm-email\/|[?&#]token=)([\w-]{20,})/)?.[1];
  expect(token, `a link in the mail to ${to}`).toBeDefined();
  return String(token);
}

/** The ids of the orders of a user. */
export async function ordersOf(shop: TestShop, { user, headers }: Person): Promise<string[]> {
  const reply = await shop.get(`/order/user/${user._id}`, { headers });
  return (reply.body as unknown as { _id: string }[]).map(({ _id }) => _id);
}

function personOf(body: Record<string, unknown>, email: string): Person {
  const token = String(body.token);
  return { user: body.user as User, token, email, ...bearer(token) };
}

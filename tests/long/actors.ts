import { setTimeout as sleep } from 'node:timers/promises';
import { builtInRoles, isBuiltIn } from '../../shared/permissions.ts';
import { createProduct, orderFor } from '../support/factories.ts';
import type { Choices, Report } from './report.ts';
import { fieldOf, type LongShop, type Reply } from './shop.ts';
import type { PlacedOrder } from './shopping.ts';

/** Who sends requests, with a session unless it is a guest. */
export type Actor = Awaited<ReturnType<typeof createActor>>;
type Parts = { shop: LongShop; report: Report; choices: Choices };

/** An actor with this role. `renewIfEnded` gives a new session, for shoppers with another account. */
export async function createActor(shop: LongShop, role: string) {
  // The same account for all sessions of an admin: every new order is mailed to each owner.
  const email = `admin.${crypto.randomUUID()}@example.in`;
  let headers = await newSession(shop, role, email);
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const me = await shop.call('GET', '/auth/me', undefined, headers);
    if (me?.status === 401) headers = await newSession(shop, role, email);
    renewing = undefined;
  };
  return {
    get headers() {
      return headers;
    },
    /** Requests that run at once renew it once. */
    async renewIfEnded(): Promise<void> {
      if (role === 'guest') return;
      renewing ??= renew();
      await renewing;
    },
  };
}

/** Repeats until it succeeds, because a dependency can be down. */
async function newSession(shop: LongShop, role: string, email: string): Promise<Record<string, string>> {
  if (role === 'guest') return {};
  for (;;) {
    const admin = () => shop.createAdmin(role, email).catch(() => undefined);
    const headers = await (isBuiltIn(role) ? admin() : register(shop));
    if (headers) return headers;
    await sleep(100);
  }
}

async function register(shop: LongShop) {
  const account = {
    name: 'Asha Rao',
    email: `shopper.${crypto.randomUUID()}@example.in`,
    password: 'block-print-42',
  };
  const reply = await shop.call('POST', '/auth/register', account);
  return reply?.status === 201 ? { authorization: `Bearer ${fieldOf(reply, 'token')}` } : undefined;
}

/** Orders, tries forged proofs, pays and verifies; each step must succeed or fail as the contract says. */
export async function orderChain(
  { shop, report, choices }: Parts,
  role: string,
  actor: Actor,
  acknowledged: PlacedOrder[],
): Promise<void> {
  const expect = (step: string, reply: Reply, statuses: number[]): reply is NonNullable<Reply> => {
    const isExpected = reply !== undefined && statuses.includes(reply.status);
    report.count(`chains: ${step} ${reply?.status ?? 'without a reply'}`);
    if (!isExpected)
      report.violation(`${step} as ${role}: ${reply?.status} instead of ${statuses}`, reply?.body);
    return isExpected;
  };
  const post = (url: string, body: object) => shop.call('POST', url, body, actor.headers);
  const { id: product } = await createProduct(shop.db, { stock: 5 });
  const body = orderFor([{ id: product, quantity: choices.oneOf([1, 2]) }], {
    email: `chain.${crypto.randomUUID()}@example.in`,
  });
  expect(
    'create-order at another price',
    await post('/razorpay/create-order', { ...body, amount: 100 }),
    [409],
  );
  const created = await post('/razorpay/create-order', body);
  if (!expect('create-order', created, [201])) return;
  const { razorpay_order } = created.body as { razorpay_order: { id: string } };
  const placed = {
    id: fieldOf(created, 'order_id'),
    key: fieldOf(created, 'order_key'),
    providerOrderId: razorpay_order.id,
    paid: false,
  };
  acknowledged.push(placed);
  const proof = await shop.fake.pay(placed.providerOrderId);
  const forged = { ...proof, razorpay_signature: proof.razorpay_signature.replace(/./g, '0') };
  expect('verify with a forged signature', await post('/razorpay/verify-payment', forged), [400]);
  const another = acknowledged.find(({ id }) => id !== placed.id);
  if (another) {
    const swapped = { ...proof, razorpay_order_id: another.providerOrderId };
    expect('verify for another order', await post('/razorpay/verify-payment', swapped), [400]);
  }
  if (!expect('verify', await post('/razorpay/verify-payment', proof), [200, 202])) return;
  expect('verify again', await post('/razorpay/verify-payment', proof), [200]);
  placed.paid = true;
  const read = await shop.call('GET', `/order/${placed.id}?key=${placed.key}`);
  if (expect('order', read, [200]) && fieldOf(read, 'paidAmount') === '0')
    report.violation('an acknowledged payment is not visible', placed);
}

/** Uploads a picture and creates a product with it, if the role may. */
export async function uploadChain(
  { shop, report }: Parts,
  role: string,
  actor: Actor,
  picture: Buffer,
): Promise<void> {
  const permissions: readonly string[] = isBuiltIn(role) ? builtInRoles[role].permissions : [];
  const refused = isBuiltIn(role) ? 403 : role === 'guest' ? 401 : 403;
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(picture)]), 'photo.jpg');
  const upload = await shop.send('POST', '/upload?kind=product', { headers: actor.headers, body: form });
  const mayUpload = permissions.includes('pictures.upload');
  report.count(`chains: upload ${upload?.status}`);
  if (upload?.status !== (mayUpload ? 201 : refused))
    report.violation(`upload as ${role}: ${upload?.status}`, upload?.body);
  if (!permissions.includes('catalogue.edit')) return;
  const product = { name: 'Ajrakh Stole', price: 1250, countInStock: 5, images: [fieldOf(upload, 'path')] };
  const created = await shop.call('POST', '/products', product, actor.headers);
  report.count(`chains: product ${created?.status}`);
  if (created?.status !== 201) report.violation(`product as ${role}: ${created?.status}`, created?.body);
}

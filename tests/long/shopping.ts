import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../../sandbox/test-data.ts';
import { orderStatus } from '../../shared/contract/orders/orders.ts';
import { orderFor } from '../support/factories.ts';
import type { Choices, Report } from './report.ts';
import { fieldOf, type LongShop, type Reply } from './shop.ts';

export type PlacedOrder = { id: string; key: string; providerOrderId: string; paid: boolean };
const SHOPPERS = 8;
type Parts = {
  shop: Pick<LongShop, 'call' | 'createAdmin' | 'fake' | 'mayReply' | 'products'>;
  report: Report;
  choices: Choices;
  isRunning: () => boolean;
};

/**
 * Shoppers who order and pay with one of these pauses between, and an admin who cancels, refunds and restocks, until
 * `isRunning` is false. Returns the orders that were acknowledged; they must exist afterwards.
 */
export function startShopping(parts: Parts, { pausesMs = [0] } = {}) {
  const acknowledged: PlacedOrder[] = [];
  const work = Array.from({ length: SHOPPERS }, (_, who) => shopAs(parts, who, pausesMs, acknowledged));
  return { acknowledged, ended: Promise.all([...work, administer(parts, acknowledged)]) };
}

async function shopAs(
  parts: Parts,
  who: number,
  pausesMs: readonly number[],
  acknowledged: PlacedOrder[],
): Promise<void> {
  for (let n = 0; parts.isRunning(); n++) {
    await sleep(parts.choices.oneOf(pausesMs));
    const placed = await placeOrder(parts, `${who}-${n}`);
    if (!placed) {
      await sleep(100);
      continue;
    }
    acknowledged.push(placed);
    // The provider can be down, or reject a second payment.
    await payFor(parts, placed).catch(() => parts.report.count('payments that failed at the provider'));
  }
}

/** Places an order, repeated with its key after a failure, sometimes twice at once. */
async function placeOrder(parts: Parts, key: string): Promise<PlacedOrder | undefined> {
  const { shop, report } = parts;
  const { chance, oneOf } = parts.choices;
  const chosen = shop.products
    .filter(() => chance(0.35))
    .map((id) => ({ id, quantity: chance(0.2) ? 2 : 1 }));
  const body = orderFor(chosen.length > 0 ? chosen : [{ id: oneOf(shop.products) }]);
  const headers = { 'idempotency-key': `${key}-${crypto.randomUUID()}` };
  const request = () => shop.call('POST', '/razorpay/create-order', body, headers);
  for (let tries = 0; tries < 4; tries++) {
    const replies = await Promise.all(chance(0.2) ? [request(), request()] : [request()]);
    for (const reply of replies) check(parts, 'create-order', reply);
    const created = replies.filter((reply) => reply?.status === 201);
    const [first] = created;
    if (first) {
      const id = fieldOf(first, 'order_id');
      if (created.some((reply) => fieldOf(reply, 'order_id') !== id))
        report.violation('two orders under one idempotency key', { id, headers });
      const { razorpay_order } = first.body as { razorpay_order: { id: string } };
      return { id, key: fieldOf(first, 'order_key'), providerOrderId: razorpay_order.id, paid: false };
    }
    if (replies.some((reply) => reply && reply.status < 500)) return undefined;
    await sleep(100);
  }
  return undefined;
}

async function payFor(parts: Parts, placed: PlacedOrder): Promise<void> {
  const { shop, report } = parts;
  const { chance, oneOf } = parts.choices;
  if (chance(0.15)) return;
  if (chance(0.15)) await shop.fake.pay(placed.providerOrderId, 'failed');
  const outcome = oneOf<Outcome['outcome']>(['captured', 'captured', 'captured', 'authorized', 'pending']);
  const amount = chance(0.04) ? { charged: 12_345 } : {};
  const proof = await shop.fake.pay(placed.providerOrderId, outcome, amount);
  report.count(`payments ${outcome}`);
  if (outcome === 'pending' && chance(0.7)) await shop.fake.lateAuthorize(proof.razorpay_payment_id);
  if (chance(0.06)) await shop.fake.secondPayment(placed.providerOrderId);
  const times = oneOf([0, 1, 1, 2]);
  const replies = await Promise.all(
    Array.from({ length: times }, () => shop.call('POST', '/razorpay/verify-payment', proof)),
  );
  for (const reply of replies) check(parts, 'verify-payment', reply);
  if (!replies.some((reply) => reply?.status === 200)) return;
  placed.paid = true;
  // An acknowledged payment is visible immediately in every process.
  const read = await shop.call('GET', `/order/${placed.id}?key=${placed.key}`);
  check(parts, 'order', read);
  if (read?.status === 200 && fieldOf(read, 'paidAmount') === '0')
    report.violation('an acknowledged payment is not visible', placed);
}

/** The admin cancels, refunds, sets any status and restocks. */
async function administer(parts: Parts, acknowledged: PlacedOrder[]): Promise<void> {
  const { shop } = parts;
  const { chance, oneOf } = parts.choices;
  const headers = await shop.createAdmin('owner');
  while (parts.isRunning()) {
    await sleep(150);
    const product = `/products/${oneOf(shop.products)}`;
    const forSale = { countInStock: 20, status: 'active' };
    check(parts, 'product', await shop.call('PUT', product, forSale, headers));
    if (acknowledged.length === 0) continue;
    const url = `/order/admin/${oneOf(acknowledged).id}`;
    const action = oneOf(['status', 'check', 'refund', 'document']);
    if (action === 'status')
      check(
        parts,
        'status',
        await shop.call('PUT', `${url}/status`, { status: oneOf(orderStatus.options) }, headers),
      );
    if (action === 'check') check(parts, 'check', await shop.call('POST', `${url}/check`, {}, headers));
    if (action === 'document')
      check(parts, 'packing slip', await shop.call('GET', `${url}/packing-slip`, undefined, headers));
    if (action === 'refund') {
      const amount = chance(0.5) ? { amount: 100 } : {};
      const click = () => shop.call('POST', `${url}/refund`, { reason: 'By chance', ...amount }, headers);
      for (const reply of await Promise.all([click(), click()])) check(parts, 'refund', reply);
    }
  }
}

/** Counts a reply; a 5xx is a violation unless a dependency is down on purpose. */
function check({ shop, report }: Parts, call: string, reply: Reply): void {
  report.count(`${call}: ${reply ? reply.status : 'no reply'}`);
  if (reply && !shop.mayReply(reply.status)) report.violation(`${call} replied ${reply.status}`, reply.body);
}

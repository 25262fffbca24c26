import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { startFakeCouriers } from '../../tests/fakes/couriers.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { switchOnCouriers } from '../../tests/support/couriers.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const tokens: Record<string, string> = {};
const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
beforeAll(async () => {
  await switchOnCouriers(owner);
  for (const provider of ['shiprocket', 'delhivery'])
    tokens[provider] = String((await owner.post(`/settings/couriers/${provider}/event-token`)).body.token);
});
afterAll(async () => {
  await expectCleanAudit(shop);
  await couriers.stop();
});

const size = { weightGrams: 450, lengthCm: 20, widthCm: 15, heightCm: 8 };

/** A booked shipment of a paid order. */
async function booked(provider: 'shiprocket' | 'delhivery') {
  const { id } = await createProduct(shop.db);
  const email = freshEmail();
  const order = await place(shop, [{ id }], { email });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const { body } = await owner.post(`/order/admin/${order.id}/shipments`, {});
  const path = `/order/admin/${order.id}/shipments/${(body as AdminOrder).shipments[0]?._id}`;
  await owner.post(`${path}/booking`, { ...size, provider });
  const read = async () => {
    const { shipments, status } = (await owner.get(`/order/admin/${order.id}`)).body as AdminOrder;
    return { status, ...shipments[0] };
  };
  const awb = (await read()).trackingNumber ?? '';
  const mails = async () => {
    await shop.runJobs();
    const ofBuyer = shop.db.selectFrom('mails').select('kind').where('toAddress', '=', email);
    const rows = await ofBuyer.orderBy('kind').execute();
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'order-confirmation');
  };
  return { order, at: path, awb, read, mails };
}

const eventOf = (awb: string, more: object = {}) => ({
  awb,
  current_status: 'IN TRANSIT',
  scans: [],
  ...more,
});
const send = (body: object | string, token: string | undefined) =>
  shop.call('POST', '/courier/events', {
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { 'x-api-key': token }) },
  });
const sendAndRun = async (body: object, token = tokens.shiprocket) => {
  const { status } = await send(body, token);
  await shop.runJobs();
  return status;
};
/** Lets five hours without an event pass. */
async function withoutEvents() {
  const before = new Date(shop.clock.now().getTime() - 5 * 3_600_000);
  await shop.db.updateTable('courierBookings').set({ createdAt: before, trackedAt: null }).execute();
  await shop.askCouriers();
}
const events = () =>
  shop.db.selectFrom('courierEvents').select(['error', 'handledAt']).orderBy('receivedAt').execute();

it('moves a shipment forward by events, in any order of events, and mails once (T-COU-04)', async () => {
  const { awb, read, mails } = await booked('shiprocket');
  // Not picked up: the event changes nothing.
  expect(await sendAndRun(eventOf(awb, { current_status: 'PICKUP SCHEDULED' }))).toBe(200);
  expect(await read()).toMatchObject({ state: 'packed', status: 'processing' });

  couriers.move(awb, 18);
  await sendAndRun(eventOf(awb));
  expect(await read()).toMatchObject({
    state: 'shipped',
    status: 'shipped',
    booking: { status: 'IN TRANSIT' },
    events: [{ state: 'packed' }, { state: 'shipped', by: 'Shiprocket' }],
  });
  // The same event again is stored once; an event with another content is handled, and changes nothing.
  const stored = (await events()).length;
  await sendAndRun(eventOf(awb));
  expect(await events()).toHaveLength(stored);
  couriers.move(awb, 7);
  await sendAndRun(eventOf(awb, { current_status: 'DELIVERED' }));
  expect(await read()).toMatchObject({ state: 'delivered', status: 'delivered' });
  couriers.move(awb, 18);
  await sendAndRun(eventOf(awb, { current_status: 'LATE' }));
  expect(await read()).toMatchObject({ state: 'delivered', status: 'delivered' });
  expect(await mails()).toEqual(['order-delivered', 'order-shipped']);
});

it('keeps an event that comes before the reply to the booking (T-COU-03)', async () => {
  couriers.fail('/courier/assign/awb', 'lost');
  const { read, mails } = await booked('shiprocket');
  expect(await read()).toMatchObject({ state: 'packed', trackingNumber: '', booking: { state: 'open' } });
  const awb = couriers.parcels.at(-1)?.trackingNumber ?? '';
  couriers.move(awb, 18);
  expect(await sendAndRun(eventOf(awb))).toBe(200);
  expect((await events()).at(-1)).toMatchObject({ handledAt: null });
  // The booking is found at the courier, then the event is handled.
  shop.advance(2);
  await shop.askCouriers();
  shop.advance(1);
  await shop.askCouriers();
  await shop.runJobs();
  expect(await read()).toMatchObject({ status: 'shipped', state: 'shipped', trackingNumber: awb });
  expect(await mails()).toEqual(['order-shipped']);
});

it('takes the state from the courier and not from the event, and keeps what an admin corrects (T-COU-05)', async () => {
  const { at, awb, read } = await booked('delhivery');
  const scan = (Status: string) => ({ Shipment: { AWB: awb, Status: { Status, StatusType: 'DL' } } });
  await sendAndRun(scan('Delivered'), tokens.delhivery);
  expect(await read()).toMatchObject({ state: 'packed' });
  couriers.move(awb, ['Delivered', 'DL']);
  await sendAndRun(scan('Delivered again'), tokens.delhivery);
  expect(await read()).toMatchObject({ state: 'delivered' });
  await owner.put(at, { state: 'shipped' });
  await sendAndRun(scan('Delivered once more'), tokens.delhivery);
  expect(await read()).toMatchObject({ state: 'shipped' });
  couriers.move(awb, ['RTO', 'DL']);
  expect((await owner.post(`${at}/booking/track`)).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'returned', booking: { status: 'RTO' } });
  // What returns is not back in stock before an admin decides.
  expect((await read()).lines?.[0]?.restocked).toBe(0);
});

it('refuses events without the token of a courier, and stores no other (T-COU-06)', async () => {
  const { awb, read } = await booked('shiprocket');
  couriers.move(awb, 7);
  const before = (await events()).length;
  for (const token of [undefined, '', 'wrong', `${tokens.shiprocket}x`])
    expect((await send(eventOf(awb), token)).status).toBe(401);
  // That of another courier is valid for its own shipments only.
  expect(await sendAndRun(eventOf(awb), tokens.delhivery)).toBe(200);
  expect(await read()).toMatchObject({ state: 'packed' });
  // Replaced tokens are refused.
  const old = tokens.shiprocket;
  tokens.shiprocket = String((await owner.post('/settings/couriers/shiprocket/event-token')).body.token);
  expect((await send(eventOf(awb, { again: 1 }), old)).status).toBe(401);
  expect(await events()).toHaveLength(before + 1);
  for (const body of ['{', '[]', '{"awb":{}}', '\0', '"\\u0000"', ''])
    expect((await send(body, tokens.shiprocket)).status).toBe(200);
  shop.advance(6);
  await shop.askCouriers();
  expect((await events()).filter(({ handledAt }) => !handledAt)).toEqual([]);
  expect((await events()).map(({ error }) => error)).toContain('unreadable');
});

it('handles events later while the courier is down, and asks about shipments without an event', async () => {
  const { awb, read } = await booked('shiprocket');
  couriers.move(awb, 18);
  couriers.fail(`/courier/track/awb/${awb}`, 'down');
  expect(await sendAndRun(eventOf(awb))).toBe(200);
  expect(await read()).toMatchObject({ state: 'packed' });
  shop.advance(2);
  await shop.askCouriers();
  expect(await read()).toMatchObject({ state: 'shipped' });

  const silent = await booked('delhivery');
  couriers.move(silent.awb, ['In Transit', 'UD']);
  await shop.askCouriers();
  expect(await silent.read()).toMatchObject({ state: 'packed' });
  await withoutEvents();
  expect(await silent.read()).toMatchObject({ state: 'shipped' });
  // A courier that does not carry a shipment any more has no tracking number of it.
  const dropped = await booked('delhivery');
  couriers.move(dropped.awb, ['Canceled', 'UD']);
  await withoutEvents();
  expect(await dropped.read()).toMatchObject({
    state: 'packed',
    trackingNumber: '',
    booking: { state: 'cancelled' },
  });
});

import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { importsOf } from '../../tests/support/imports.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { createTestShop, testShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await testShop({ live: true });
const owner = await asOwner(shop);

/** Runs the checks. Returns the kinds of the open alerts. */
async function check(): Promise<string[]> {
  await shop.handlers.health({});
  return (await openAlerts()).map(({ kind }) => kind).sort();
}
const openAlerts = async () =>
  (await owner.get('/attention')).body as unknown as { _id: string; kind: string; reference: string }[];
const mailsAbout = async (title: string) =>
  (await shop.db.selectFrom('mails').select('id').where('subject', 'like', `%${title}`).execute()).length;
const freePercent = (percent: number) => {
  shop.disk.free = (percent / 100) * shop.disk.size;
};

it('a disk that fills up is reported and mailed at 15% and 5%, once, until there is space again (T-FLT-16)', async () => {
  expect(await check()).toEqual([]);
  freePercent(14);
  expect([await check(), await check()]).toEqual([['disk-low'], ['disk-low']]);
  expect(await mailsAbout('The disk is getting full')).toBe(1);
  freePercent(4);
  expect(await check()).toEqual(['disk-full', 'disk-low']);
  expect(await mailsAbout('The disk is almost full')).toBe(1);
  // A little more than the threshold does not end it, and begins nothing.
  freePercent(16);
  expect(await check()).toEqual(['disk-low']);

  const [low] = await openAlerts();
  await owner.post(`/attention/${low?._id}/resolve`, { remedy: 'dismiss' });
  expect(await check()).toEqual([]);
  freePercent(50);
  expect(await check()).toEqual([]);
  freePercent(14);
  expect(await check()).toEqual(['disk-low']);
  expect(await mailsAbout('The disk is getting full')).toBe(2);
  freePercent(50);
  expect(await check()).toEqual([]);
});

it('on a disk that is almost full uploads and imports are refused, and orders go on (T-FLT-15)', async () => {
  const product = await createProduct(shop.db, { stock: 2 });
  shop.disk.free = 0.9e9;
  const file = multipart([{ name: 'image', value: Buffer.from('x'), filename: 'a.png', type: 'image/png' }]);
  const upload = await owner.post('/upload?kind=product', file);
  expect(upload).toMatchObject({ status: 507, body: { code: 'storage_full' } });
  const imports = importsOf(shop, owner);
  expect((await imports.send('', 'Handle,Title\na,b', {})).status).toBe(507);
  const order = await place(shop, [{ id: product.id }]);
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  expect((await shop.get('/health/ready')).status).toBe(200);

  shop.disk.isWritable = false;
  expect(await shop.get('/health/ready')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  shop.disk.isWritable = true;
  freePercent(50);
  expect((await owner.post('/upload?kind=product', file)).status).toBe(415);
});

it('a refused upload is one warning in the log, without a stack (T-FLT-15)', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const { app } = await createApp({ ...shop.deps, log }, { isReady: async () => true });
  const file = multipart([{ name: 'image', value: Buffer.from('x'), filename: 'a.png', type: 'image/png' }]);
  shop.disk.free = 0.9e9;
  const url = '/api/upload?kind=product';
  const reply = await app.inject({
    method: 'POST',
    url,
    payload: file.payload,
    headers: { ...file.headers, ...owner.headers },
  });
  freePercent(50);
  await app.close();
  expect(reply.statusCode).toBe(507);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, code: 'storage_full', msg: 'request refused' }),
  ]);
  expect(lines.join()).not.toMatch(/stack|\.ts:/);
});

it('payments without a webhook are reported until one arrives (T-FLT-16)', async () => {
  const product = await createProduct(shop.db, { stock: 5 });
  for (let n = 0; n < 3; n++) {
    const order = await place(shop, [{ id: product.id }], { email: `asha${n}@example.in` });
    await verify(shop, await shop.fake.pay(order.providerOrderId));
  }
  expect(await check()).toEqual([]);
  await shop.db
    .updateTable('payments')
    .set({ capturedAt: new Date(Date.now() - 20 * 60_000) })
    .execute();
  expect(await check()).toEqual(['webhooks-silent']);
  const body = '{"event":"payment.downtime.started"}';
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
  };
  await shop.call('POST', '/razorpay/webhook', { payload: body, headers });
  expect(await check()).toEqual([]);
});

it('keys that the provider refuses are mailed, and are in order after the next answer (T-FLT-16)', async () => {
  const product = await createProduct(shop.db, {});
  await shop.fake.faults({ match: '*', times: 50, kind: '401' });
  await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]));
  await shop.fake.clearFaults();
  expect(await check()).toEqual(['keys-refused']);
  expect(await mailsAbout('The payment provider refuses the keys of this shop')).toBe(1);
  shop.freshProvider();
  await shop.handlers.hour({});
  expect(await check()).toEqual([]);
});

it('an old backup and a clock that jumps or differs from the database’s are reported (T-FLT-16)', async () => {
  await recordBackup(shop.deps.config, { at: new Date().toISOString(), file: 'a.tar.gz', bytes: 1 });
  shop.advance(2);
  expect(await check()).toEqual(['clock-jumped', 'clock-wrong']);
  shop.advance(-2);
  expect(await check()).toEqual(['clock-jumped']);
  const path = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await recordBackup(shop.deps.config, { at: path, file: 'a.tar.gz', bytes: 1 });
  expect(await check()).toEqual(['backup-old', 'clock-jumped']);
  await recordBackup(shop.deps.config, { at: new Date().toISOString(), file: 'b.tar.gz', bytes: 1 });
  expect(await check()).toEqual(['clock-jumped']);
});

it('a server that ended unexpectedly three times within an hour is reported, until it has run for an hour (T-DOS-12)', async () => {
  const restarted = await createTestShop({ env: { UNEXPECTED_ENDS: '3' } });
  await asOwner(restarted);
  const alerts = () =>
    restarted.db
      .selectFrom('attentionItems')
      .select('kind')
      .where('kind', '=', 'server-restarts')
      .where('resolvedAt', 'is', null)
      .execute();
  await restarted.handlers.health({});
  expect(await alerts()).toHaveLength(1);
  const mail = restarted.db.selectFrom('mails').select('id').where('subject', 'like', '%several times');
  expect(await mail.execute()).toHaveLength(1);
  restarted.advance(61);
  await restarted.handlers.health({});
  expect(await alerts()).toEqual([]);
  await restarted.close();
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CourierSettings } from '../../shared/contract/orders/couriers.ts';
import { delhiveryToken, shiprocketLogin, startFakeCouriers } from '../../tests/fakes/couriers.ts';
import { courierAccounts, switchOnCouriers } from '../../tests/support/couriers.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { readConfig } from '../config.ts';
import { listAdminLog } from '../reports/audit-log.ts';
import { renewCourierSecrets } from './couriers.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
afterAll(() => couriers.stop());

const secrets = [shiprocketLogin.secret, delhiveryToken];
const change = (provider: 'shiprocket' | 'delhivery', more: object) =>
  owner.put(`/settings/couriers/${provider}`, { ...courierAccounts[provider], ...more });

it('keeps secrets encrypted and never shows them again (T-COU-01)', async () => {
  const none = { ...courierAccounts.shiprocket, secret: undefined };
  expect(await change('shiprocket', none)).toMatchObject({
    status: 400,
    body: { errors: { secret: 'Password is required' } },
  });
  await switchOnCouriers(owner);
  const settings = (await owner.get('/settings/couriers')).body as unknown as CourierSettings;
  expect(settings.accounts).toMatchObject([
    { provider: 'shiprocket', isOn: true, hasSecret: true, login: shiprocketLogin.login },
    { provider: 'delhivery', isOn: true, hasSecret: true },
    { provider: 'sandbox', isOn: false, hasSecret: false },
  ]);
  // What leaves the shop, or can be read in it: replies, the table, the log, the export of the log.
  const rows = await shop.db.selectFrom('courierAccounts').selectAll().execute();
  const log = await listAdminLog(shop.db, { limit: 100 });
  const exported = String((await owner.get('/admin/log/export.csv')).body.raw);
  const seen =
    JSON.stringify([settings, log]) +
    exported +
    JSON.stringify(rows.map((row) => ({ ...row, secret: row.secret?.toString() })));
  for (const secret of secrets) expect(seen).not.toContain(secret);
  expect(rows.every(({ secret }) => secret && secret.length > 28)).toBe(true);

  // Saving without a secret keeps it.
  expect((await change('delhivery', { secret: undefined, weightGrams: 700 })).status).toBe(200);
  expect((await owner.post('/settings/couriers/delhivery/test')).status).toBe(200);
});

it('tests the account: login, pickup location, and a courier that does not answer', async () => {
  const test = (provider: string) => owner.post(`/settings/couriers/${provider}/test`);
  expect((await test('shiprocket')).body).toEqual({ pickupLocations: ['Warehouse'] });
  await change('shiprocket', { pickupLocation: 'warehouse' });
  expect(await test('shiprocket')).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('There is: Warehouse') },
  });
  await change('shiprocket', { secret: 'wrong' });
  expect(await test('shiprocket')).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('does not accept the login') },
  });
  await change('delhivery', { pickupPin: '744301' });
  expect((await test('delhivery')).body.message).toContain('does not serve the PIN code 744301');
  await switchOnCouriers(owner);
  couriers.fail('/auth/login', 'down');
  expect(await test('shiprocket')).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('did not answer') },
  });
  expect((await test('dtdc')).status).toBe(404);
});

it('only owner and manager see the accounts, and a new secret or token needs a proof (T-COU-02)', async () => {
  const statuses: Record<string, number[]> = {};
  for (const role of ['manager', 'packer', 'catalogue', 'accounts', 'support']) {
    const admin = await asOwner(shop, role);
    statuses[role] = [
      (await admin.get('/settings/couriers')).status,
      (await admin.put('/settings/couriers/delhivery', courierAccounts.delhivery)).status,
      (await admin.post('/settings/couriers/delhivery/test')).status,
      (await admin.post('/settings/couriers/delhivery/event-token')).status,
      (await admin.get('/order/admin/couriers')).status,
    ];
  }
  const none = [403, 403, 403, 403, 403];
  expect(statuses).toEqual({
    manager: [200, 200, 200, 200, 200],
    packer: [403, 403, 403, 403, 200],
    catalogue: none,
    accounts: none,
    support: none,
  });
  await shop.db.updateTable('sessions').set({ provedAt: null }).where('userId', '=', owner.userId).execute();
  expect((await change('delhivery', {})).body.code).toBe('step_up_required');
  expect((await owner.post('/settings/couriers/delhivery/event-token')).body.code).toBe('step_up_required');
  expect((await change('delhivery', { secret: undefined })).status).toBe(200);
});

it('encrypts the secrets again when the key is replaced, and can’t read them without it (T-COU-01)', async () => {
  const { db, files, config } = shop.deps;
  const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
  const keysOf = (env: Record<string, string>) => ({
    db,
    files,
    config: { ...config, secretsKeys: readConfig({ DATA_DIR: config.dataDir, ...env }).secretsKeys },
  });
  const secretOf = async () =>
    (
      await db
        .selectFrom('courierAccounts')
        .select('secret')
        .where('provider', '=', 'delhivery')
        .executeTakeFirst()
    )?.secret;
  const before = await secretOf();
  // From the key among the files to one in the settings, and to the next one.
  await renewCourierSecrets(keysOf({ SECRETS_KEY: first }));
  await renewCourierSecrets(keysOf({ SECRETS_KEY: second, SECRETS_KEY_PREVIOUS: first }));
  const after = await secretOf();
  expect(after).not.toEqual(before);
  await renewCourierSecrets(keysOf({ SECRETS_KEY: second }));
  expect(await secretOf()).toEqual(after);
  // This shop has neither key.
  expect(await owner.post('/settings/couriers/delhivery/test')).toMatchObject({
    status: 409,
    body: { code: 'not_bookable' },
  });
  const fileKey = await readFile(path.join(config.dataDir, 'files', 'private', 'secret.key'));
  expect(fileKey.length).toBe(32);
});

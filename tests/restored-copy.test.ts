import { afterAll, expect, it } from 'vitest';
import { restoreBackup } from '../server/backup/restore.ts';
import { backUp, emptyPlace, query, removePlaces } from './support/backups.ts';
import { testShop } from './support/shop.ts';

const shop = await testShop();
afterAll(() => removePlaces());

it('a backup that is restored as a copy has nothing with which it could act for the shop (T-CRS-23)', async () => {
  const { db } = shop;
  const value = Buffer.from('encrypted');
  const [endpoint, now] = ['https://push.example/1', new Date()];
  await db.insertInto('storedSettings').values({ name: 'SMTP_URL', value, updatedAt: now }).execute();
  await db.updateTable('backupSettings').set({ target: '/mnt/backups' }).execute();
  await db
    .insertInto('courierAccounts')
    .values({ provider: 'delhivery', isOn: true, secret: value })
    .execute();
  await db
    .insertInto('pushSubscriptions')
    .values({ endpoint, p256dh: 'p', auth: 'a', createdAt: now })
    .execute();
  const { file } = await backUp(shop);
  const connections = async (isCopy: boolean) => {
    const place = await emptyPlace();
    await restoreBackup(file, place, () => {}, { isCopy });
    return query(
      place.databaseUrl,
      `select (select count(*)::int from stored_settings) as settings, (select count(*)::int from courier_accounts) as couriers,
        (select count(*)::int from push_subscriptions) as browsers, (select target from backup_settings) as target`,
    );
  };
  expect(await connections(false)).toEqual([
    { settings: 1, couriers: 1, browsers: 1, target: '/mnt/backups' },
  ]);
  expect(await connections(true)).toEqual([{ settings: 0, couriers: 0, browsers: 0, target: '' }]);
});

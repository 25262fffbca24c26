import { beforeAll, expect, it } from 'vitest';
import type { LogReply } from '../../shared/contract/accounts/audit-log.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';

let [asha, ravi]: Owner[] = [];
const shop = await testShop();
beforeAll(async () => {
  asha = await asOwner(shop);
  ravi = await asOwner(shop);
  const { _id } = await asha.product({ name: 'Ajrakh Stole' });
  await ravi.put(`/products/${_id}`, { name: 'Ajrakh Shawl', price: 1500 });
  await ravi.post('/brands', { name: 'Dastkar' });
  await ravi.delete(`/products/${_id}`);
});

async function read(query = '') {
  const { status, body } = (await asha?.get(`/admin/log${query}`)) ?? {};
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as LogReply;
}
const actionsOf = ({ entries }: LogReply) => entries.map(({ action }) => action);

it('lists who did what, newest first', async () => {
  const log = await read();
  expect(actionsOf(log)).toEqual([
    'product.delete',
    'brands.create',
    'product.update',
    'product.create',
    'admin.sign-in',
    'admin.sign-in',
  ]);
  expect(log.entries[2]).toMatchObject({
    by: { _id: ravi?.userId },
    subjectName: 'Ajrakh Shawl',
    detail: {
      changes: expect.arrayContaining([
        { field: 'name', from: 'Ajrakh Stole', to: 'Ajrakh Shawl' },
        { field: 'price', from: 1250, to: 1500 },
      ]),
    },
  });
  expect(log.people.map(({ _id }) => _id).sort()).toEqual([asha?.userId, ravi?.userId].sort());
  expect(log.next).toBeNull();
});

it('is paged by the last entry, each entry on one page', async () => {
  const seen: string[] = [];
  let before = '';
  for (let page = 0; page < 4; page++) {
    const log = await read(`?limit=2${before && `&before=${before}`}`);
    seen.push(...log.entries.map(({ _id }) => _id));
    before = log.next ?? '';
    if (!before) break;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
});

it('filters by person, area and days in India', async () => {
  expect(actionsOf(await read(`?by=${asha?.userId}`))).toEqual(['product.create', 'admin.sign-in']);
  expect(actionsOf(await read('?area=categories'))).toEqual(['brands.create']);
  expect(actionsOf(await read(`?area=products&by=${ravi?.userId}`))).toHaveLength(2);
  expect(actionsOf(await read('?by=nobody'))).toEqual([]);
  // Half an hour before and after midnight in India.
  const put = (action: string, path: string) =>
    shop.db.insertInto('adminLog').values({ action, at: path, subject: '' }).execute();
  await put('a.late', '2020-03-01T18:00:00Z');
  await put('a.early', '2020-03-01T19:00:00Z');
  expect(actionsOf(await read('?from=2020-03-01&to=2020-03-01'))).toEqual(['a.late']);
  expect(actionsOf(await read('?from=2020-03-02&to=2020-03-02'))).toEqual(['a.early']);
});

it('rejects invalid filters', async () => {
  for (const query of ['area=none', 'from=2020-13-01', 'to=yesterday', 'before=x', 'limit=0', 'limit=101']) {
    expect((await asha?.get(`/admin/log?${query}`))?.status, query).toBe(400);
  }
});

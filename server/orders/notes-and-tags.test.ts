import { expect, it } from 'vitest';
import type { OrderActivity } from '../../shared/contract/orders/order-activity.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail } from '../../tests/support/people.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);
const packer = await asOwner(shop, 'packer');

const order = async (reply: ReturnType<Owner['get']>) => (await reply).body as unknown as AdminOrder;
const notesOf = ({ timeline }: AdminOrder) => timeline.filter(({ note_id }) => note_id);
const logOf = (subject: string) =>
  shop.db
    .selectFrom('adminLog')
    .select(['action', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

it('notes are seen by admins only, and changed by their author, with a record in the audit log (T-ADM-28)', async () => {
  const { id, key } = await buyAsGuest(shop, freshEmail());
  const notes = `/order/admin/${id}/notes`;
  const added = await order(packer.post(notes, { text: ' Ring twice ' }));
  const [note] = notesOf(added);
  expect(note).toMatchObject({ note: 'Ring twice', internal: true, own: true, edited: false });
  const [seen] = notesOf(await order(owner.get(`/order/admin/${id}`)));
  expect(seen).toMatchObject({ note: 'Ring twice', own: false });

  const own = `${notes}/${note?.note_id}`;
  for (const reply of [
    await owner.put(own, { text: 'Changed by another' }),
    await owner.delete(own),
    await packer.put(`${notes}/1`, { text: 'Not a note' }),
    await packer.delete(`${notes}/none`),
    await packer.post('/order/admin/none/notes', { text: 'No order' }),
  ]) {
    expect(reply.status).toBe(404);
  }
  expect((await packer.put(own, { text: '  ' })).status).toBe(400);
  expect(notesOf(await order(packer.put(own, { text: 'Ring once' })))).toMatchObject([
    { note: 'Ring once', edited: true },
  ]);
  const asShopper = (await shop.get(`/order/${id}?key=${key}`)).body as Order;
  expect(asShopper.timeline.map(({ status }) => status)).toEqual(['pending', 'paid']);
  expect(JSON.stringify(asShopper)).not.toContain('Ring');

  await owner.put(`/order/admin/${id}/status`, { status: 'processing' });
  expect(notesOf(await order(packer.delete(own)))).toEqual([]);
  expect((await packer.delete(own)).status).toBe(404);
  const log = (await logOf(id)).filter(({ action }) => action.startsWith('order.note'));
  expect(log).toEqual([
    { action: 'order.note', detail: { text: 'Ring twice' } },
    {
      action: 'order.note-edit',
      detail: { changes: [{ field: 'text', from: 'Ring twice', to: 'Ring once' }] },
    },
    { action: 'order.note-delete', detail: { text: 'Ring once' } },
  ]);
});

it('a note at the same moment as a change of status leaves the timeline in the order of time', async () => {
  const { id } = await buyAsGuest(shop, freshEmail());
  const moves = ['processing', 'shipped', 'delivered'].map((status) =>
    owner.put(`/order/admin/${id}/status`, { status }),
  );
  const written = ['a', 'b', 'c'].map((text) => owner.post(`/order/admin/${id}/notes`, { text }));
  for (const { status } of await Promise.all([...moves, ...written])) expect(status).toBeLessThan(300);
  expect(notesOf(await order(owner.get(`/order/admin/${id}`)))).toHaveLength(3);
});

it('tags are added and removed, and filter the list and the export', async () => {
  const [{ id }, second] = [await buyAsGuest(shop, freshEmail()), await buyAsGuest(shop, freshEmail())];
  const tags = (name: string) => `/order/admin/${name}/tags`;
  expect(await order(owner.patch(tags(id), { add: ['Wholesale', 'diwali'] }))).toMatchObject({
    tags: ['diwali', 'wholesale'],
  });
  await owner.patch(tags(second.id), { add: ['wholesale'] });
  expect(await order(owner.patch(tags(id), { add: ['gift'], remove: ['diwali'] }))).toMatchObject({
    tags: ['gift', 'wholesale'],
  });
  expect((await owner.get('/order/admin/tags')).body).toEqual(['gift', 'wholesale']);
  const found = async (query: string) => {
    const { body, headers } = await owner.get(`/order/admin?${query}`);
    return [(body as unknown as AdminOrder[]).map(({ _id }) => _id), Number(headers['x-total-count'])];
  };
  expect(await found('tag=WHOLESALE')).toEqual([[second.id, id], 2]);
  expect(await found('tag=gift&status=paid')).toEqual([[id], 1]);
  expect(await found(`tag=wholesale&search=${id.slice(-6)}`)).toEqual([[id], 1]);
  expect(await found('tag=gift&status=shipped')).toEqual([[], 0]);
  const file = String((await owner.get('/order/admin/export.csv?tag=gift')).body.raw);
  expect(file).toContain(id);
  expect(file).not.toContain(second.id);

  const many = Array.from({ length: 19 }, (_, n) => `tag ${n}`);
  expect((await owner.patch(tags(id), { add: many })).status).toBe(400);
  expect((await owner.patch(tags(id), { add: ['x'.repeat(41)] })).status).toBe(400);
  expect(await order(owner.get(`/order/admin/${id}`))).toMatchObject({ tags: ['gift', 'wholesale'] });
});

it('the timeline of an order can be completed by its mails, documents and logged actions', async () => {
  const email = freshEmail();
  const [{ id }, second] = [await buyAsGuest(shop, email), await buyAsGuest(shop, email)];
  await shop.runJobs();
  await owner.patch(`/order/admin/${id}/tags`, { add: ['gift'] });
  await owner.delete(`/order/admin/${id}`);
  const { body } = await owner.get(`/order/admin/${id}/activity`);
  const activity = body as unknown as OrderActivity[];
  expect(activity.map(({ text, by }) => `${text.replace(/\S*\d\S*/, 'N')} · ${by}`).sort()).toEqual([
    'Invoice N issued · Shop',
    'Mail sent: Order confirmation · Shop',
    'Order deleted · Shop owner',
    'Tags added: gift · Shop owner',
  ]);
  await owner.post(`/order/admin/${id}/restore`);
  expect((await owner.get(`/order/admin/${second.id}/activity`)).body).toHaveLength(2);
  expect((await owner.get('/order/admin/none/activity')).status).toBe(404);
  expect((await packer.get(`/order/admin/${id}/activity`)).status).toBe(403);
});

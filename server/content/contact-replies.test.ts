import { beforeAll, describe, expect, it } from 'vitest';
import type { ContactQuery } from '../../shared/contract/accounts/contact.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { clientName: 'Haat', email: 'hello@haat.example' }));

async function write(more: object = {}): Promise<ContactQuery> {
  const query = { name: 'Asha Rao', email: freshEmail(), subject: 'Which size?', message: 'Is it 40 cm?' };
  await shop.post('/contact', { ...query, ...more });
  const [first] = await list();
  if (!first) throw new Error('nothing there');
  return first;
}
const list = async (query = '') => (await owner.get(`/contact${query}`)).body as unknown as ContactQuery[];
const total = async (query: string) =>
  Number((await owner.get(`/contact?limit=1${query}`)).headers['x-total-count']);
const unread = async () => (await owner.get('/contact/unread')).body.unread as number;
const notes = async (subject: string) =>
  (
    await shop.db
      .selectFrom('adminLog')
      .select('action')
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('contact queries in the back office', () => {
  it('are listed in pages, newest first, and found by any word or ticket', async () => {
    const first = await write({ subject: 'A 100% linen_stole', name: 'Zubin Ø' });
    const second = await write({ message: 'Wo ist der Teppich?' });
    expect((await list('?limit=2')).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect((await list('?limit=1&page=2'))[0]).toEqual(first);
    expect(first).toEqual({
      _id: expect.any(String),
      ticket: expect.stringMatching(/^Q-\d+$/),
      name: 'Zubin Ø',
      email: first.email,
      subject: 'A 100% linen_stole',
      message: 'Is it 40 cm?',
      createdAt: expect.stringMatching(/Z$/),
      read: false,
      replies: [],
    });
    const found: [string, ContactQuery][] = [
      ['100%', first],
      ['LINEN_', first],
      ['zubin ø', first],
      [first.email, first],
      [first.ticket, first],
      ['teppich', second],
    ];
    for (const [text, query] of found)
      expect(await list(`?search=${encodeURIComponent(text)}`), text).toEqual([query]);
    expect(await list(`?search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    expect(await total('&search=linen_')).toBe(1);
  });

  it.each(['?page=0', '?limit=101', '?limit=x', '?unread=maybe', `?search=${'x'.repeat(201)}`])(
    'reject the query %s',
    async (query) => {
      expect((await owner.get(`/contact${query}`)).status).toBe(400);
    },
  );

  it('are marked as read and unread', async () => {
    const query = await write();
    const before = await unread();
    const patch = (read: unknown) => owner.patch(`/contact/${query._id}`, { read });
    expect(await patch(true)).toMatchObject({ status: 200, body: { read: true } });
    expect([await unread(), (await list('?unread=true')).some(({ _id }) => _id === query._id)]).toEqual([
      before - 1,
      false,
    ]);
    await patch(true);
    expect((await patch(false)).body.read).toBe(false);
    expect([await unread(), await total('&unread=true')]).toEqual([before, before]);
    expect(await notes(query._id)).toEqual(['contact.read', 'contact.unread']);
    expect((await patch('yes')).status).toBe(400);
  });

  it('are answered by mail and keep the replies with their authors', async () => {
    const query = await write({ name: '<b>Asha</b>' });
    const answer = { message: ' It is 45 cm.\nWarmly, Meher ' };
    const { status, body } = await owner.post(`/contact/${query._id}/reply`, answer);
    expect([status, body]).toMatchObject([
      201,
      { read: true, replies: [{ message: answer.message.trim(), by: expect.any(String), mail: 'waiting' }] },
    ]);
    const mail = await lastMail(shop, query.email);
    expect(mail).toMatchObject({
      kind: 'contact-reply',
      subject: `Re: [${query.ticket}] Which size?`,
      replyTo: 'hello@haat.example',
      plain: expect.stringContaining('It is 45 cm.\nWarmly, Meher'),
      html: expect.stringContaining('Is it 40 cm?'),
    });
    await owner.post(`/contact/${query._id}/reply`, { message: 'And it is blue.' });
    const [kept] = await list(`?search=${query.ticket}`);
    expect(kept?.replies.map(({ message, mail }) => [message, mail])).toEqual([
      [answer.message.trim(), 'sent'],
      ['And it is blue.', 'waiting'],
    ]);
    expect(await notes(query._id)).toEqual(['contact.reply', 'contact.reply']);
  });

  it.each([
    [{}, 'Reply is required'],
    [{ message: ' ' }, 'Reply is required'],
    [{ message: 'x'.repeat(5001) }, 'Reply is too long'],
  ])('reject the reply %#', async (body, message) => {
    const query = await write();
    const reply = await owner.post(`/contact/${query._id}/reply`, body);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
    await shop.runJobs();
    expect(await lastMail(shop, query.email)).toBeUndefined();
  });

  it('are deleted from the list, but stay in the database', async () => {
    const query = await write();
    const before = await unread();
    expect((await owner.delete(`/contact/${query._id}`)).body).toEqual({ success: true });
    expect([await unread(), await list(`?search=${query.ticket}`)]).toEqual([before - 1, []]);
    expect(await notes(query._id)).toEqual(['contact.delete']);
    const rows = await shop.db.selectFrom('contactQueries').where('id', '=', query._id).selectAll().execute();
    expect(rows[0]?.deletedAt).not.toBeNull();
    for (const id of [query._id, 'nothing', '00000000-0000-4000-8000-000000000000']) {
      const statuses = [
        await owner.patch(`/contact/${id}`, { read: true }),
        await owner.post(`/contact/${id}/reply`, { message: 'x' }),
        await owner.delete(`/contact/${id}`),
      ].map(({ status }) => status);
      expect(statuses, id).toEqual([404, 404, 404]);
    }
  });
});

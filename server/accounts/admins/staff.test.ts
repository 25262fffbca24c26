import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { AdminPerson } from '../../../shared/contract/accounts/admins.ts';
import {
  bearer,
  createAdmin,
  freshEmail,
  lastMail,
  mailedToken,
  signIn,
  signUp,
} from '../../../tests/support/people.ts';
import { createTestShop, testShop } from '../../../tests/support/shop.ts';
import { addAdmin } from './admins.ts';

const shop = await testShop();
const owner = await createAdmin(shop);

type Admin = typeof owner;
const invite = (body: object, as: Admin = owner) =>
  shop.post('/auth/admin/admins', { name: 'Ravi', role: 'packer', ...body }, as);
const change = (id: string, body: object, as: Admin = owner) =>
  shop.call('PUT', `/auth/admin/admins/${id}`, {
    payload: body,
    headers: as.headers,
  });
const remove = (id: string, as: Admin = owner) =>
  shop.call('DELETE', `/auth/admin/admins/${id}`, { headers: as.headers });
const people = async () => (await shop.get('/auth/admin/admins', owner)).body as unknown as AdminPerson[];
const setPassword = (token: string, password: string) =>
  shop.call('PUT', `/auth/reset-password/${token}`, { payload: { password } });

describe('inviting', () => {
  it('mails a link through which the new admin chooses a password; her role applies at once', async () => {
    const email = freshEmail();
    const { status, body } = await invite({ email: email.toUpperCase() });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      name: 'Ravi',
      email,
      role: { _id: 'packer', name: 'Packer' },
      disabled: false,
      invited: true,
      lastSignInAt: null,
      isYou: false,
    });
    expect(await people()).toContainEqual(body);
    expect((await signIn(shop, { email, password: '', portal: 'admin' })).status).toBe(400);
    const token = await mailedToken(shop, email);
    // The page then has the rules and texts for an admin who was invited.
    expect((await lastMail(shop, email))?.plain).toContain(`/reset-password/${token}#invitation`);
    expect((await setPassword(token, 'too short')).status).toBe(400);
    expect((await setPassword(token, 'seven blue looms')).status).toBe(200);
    const his = await signIn(shop, { email, password: 'seven blue looms', portal: 'admin' });
    expect((await shop.get('/order/admin', bearer(his.token))).status).toBe(200);
    expect((await shop.get('/mails', bearer(his.token))).status).toBe(403);
    expect((await people()).find((person) => person.email === email)).toMatchObject({ invited: false });
  });

  it('wants good values', async () => {
    const email = freshEmail();
    const cases = [
      [{ email: 'nobody' }, 400, 'email'],
      [{ email, name: ' ' }, 400, 'name'],
      [{ email, role: '' }, 400, 'role'],
      [{ email, role: 'emperor' }, 404, undefined],
    ] as const;
    for (const [given, expected, field] of cases) {
      const { status, body } = await invite(given);
      expect([status, Object.keys(body.errors ?? {})[0]], JSON.stringify(given)).toEqual([expected, field]);
    }
    expect((await people()).some((person) => person.email === email)).toBe(false);
  });

  it('can be repeated until the password is set; each link ends the one before', async () => {
    const email = freshEmail();
    const { body } = await invite({ email });
    const first = await mailedToken(shop, email);
    const again = () => shop.post(`/auth/admin/admins/${body._id}/invite`, undefined, owner);
    expect((await again()).status).toBe(200);
    const second = await mailedToken(shop, email);
    expect((await setPassword(first, 'seven blue looms')).status).toBe(400);
    expect((await setPassword(second, 'seven blue looms')).status).toBe(200);
    expect((await again()).status).toBe(404);
  });

  it('can’t be ended by a stranger who asks for a new password (T-ADM-34)', async () => {
    const email = freshEmail();
    await invite({ email });
    const token = await mailedToken(shop, email);
    await shop.post('/auth/forgot-password', { email });
    await shop.runJobs();
    expect((await setPassword(token, 'seven blue looms')).status).toBe(200);
  });

  it('makes one admin of an e-mail, however often it is asked at once', async () => {
    const email = freshEmail();
    const all = await Promise.all(Array.from({ length: 6 }, () => invite({ email })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('changes the account of a shopper only if confirmed; her old password and sessions end', async () => {
    const shopper = await signUp(shop);
    expect((await invite({ email: shopper.email })).body).toMatchObject({ code: 'has_account' });
    expect((await invite({ email: shopper.email, promote: true })).status).toBe(201);
    expect((await shop.get('/auth/me', shopper)).status).toBe(401);
    expect((await signIn(shop, { email: shopper.email })).status).toBe(401);
    expect((await invite({ email: shopper.email, promote: true })).body).toMatchObject({
      code: 'already_admin',
    });
  });

  it('does not show the link to an admin who could use it to become an owner (T-ADM-14)', async () => {
    const manager = await createAdmin(shop, 'manager');
    await shop.post('/auth/forgot-password', { email: owner.email });
    await mailedToken(shop, owner.email);
    const mail = await lastMail(shop, owner.email);
    expect(mail?.plain).toMatch(/\/reset-password\/[\w-]+#admin\b/);
    const shown = await shop.get(`/mails/${mail?.id}`, manager);
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body)).not.toMatch(/reset-password\/[\w-]{20}/);
    expect((await shop.get(`/mails/${mail?.id}/file`, manager)).status).toBe(403);
    expect(JSON.stringify((await shop.get(`/mails/${mail?.id}`, owner)).body)).toMatch(
      /reset-password\/[\w-]{20}/,
    );
  });
});

it('a change of staff needs one proof, the step-up, whose proof can be the password (T-ADM-18)', async () => {
  const admin = await createAdmin(shop);
  const { token } = await signIn(shop, { email: admin.email, password: admin.password });
  const late = { ...admin, ...bearer(token) };
  const person = await createAdmin(shop, 'packer');
  shop.advance(11);
  const acts = [
    () => invite({ email: freshEmail() }, late),
    () => change(person.user._id, { role: 'support' }, late),
    () => remove(person.user._id, late),
  ];
  for (const act of acts) expect((await act()).body.code).toBe('step_up_required');
  await shop.post('/auth/admin/step-up', { method: 'password', password: admin.password }, late);
  const statuses = [];
  for (const act of acts) statuses.push((await act()).status);
  expect(statuses).toEqual([201, 200, 200]);
});

describe('roles of admins', () => {
  it('are listed from the owner on', async () => {
    const { body } = await shop.get('/auth/admin/roles', owner);
    const ids = (body as unknown as { _id: string }[]).map(({ _id }) => _id).slice(0, 6);
    expect(ids).toEqual(['owner', 'manager', 'packer', 'catalogue', 'accounts', 'support']);
  });

  it('take effect with the next call of the same session (T-ADM-12)', async () => {
    const person = await createAdmin(shop, 'packer');
    const id = person.user._id;
    expect((await shop.get('/mails', person)).status).toBe(403);
    expect((await change(id, { role: 'manager' })).body).toMatchObject({ role: { name: 'Manager' } });
    expect((await shop.get('/mails', person)).status).toBe(200);
    expect((await shop.get('/auth/admin/me', person)).body).toMatchObject({ role: { _id: 'manager' } });
    expect((await change(id, { role: 'packer' })).status).toBe(200);
    expect((await shop.get('/mails', person)).status).toBe(403);
  });

  it('apply to a change that waits while the role of its admin is lowered (T-ADM-12)', async () => {
    const role = {
      name: 'Front desk',
      permissions: ['staff.manage'],
      refundLimit: null,
      dailyRefundLimit: null,
    };
    const made = await shop.post('/auth/admin/roles', role, owner);
    const second = await createAdmin(shop);
    const email = freshEmail();
    let waiting: ReturnType<typeof invite> | undefined;
    await shop.db.transaction().execute(async (trx) => {
      const roleId = String(made.body._id);
      await trx.updateTable('users').set({ roleId }).where('id', '=', second.user._id).execute();
      waiting = invite({ email, role: 'owner' }, second);
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
        expect(rows).toHaveLength(1);
      });
    });
    expect((await waiting)?.status).toBe(403);
    expect((await people()).some((person) => person.email === email)).toBe(false);
  });

  it('a disabled admin is signed out and can’t sign in or reset her way in', async () => {
    const person = await createAdmin(shop, 'manager');
    const credentials = { email: person.email, password: person.password, portal: 'admin' };
    expect((await change(person.user._id, { disabled: true })).body).toMatchObject({ disabled: true });
    expect((await shop.get('/auth/me', person)).status).toBe(401);
    expect((await signIn(shop, credentials)).status).toBe(401);
    await shop.post('/auth/forgot-password', { email: person.email });
    await setPassword(await mailedToken(shop, person.email), 'seven blue looms');
    expect((await signIn(shop, { ...credentials, password: 'seven blue looms' })).status).toBe(401);
    expect((await change(person.user._id, { disabled: false })).body).toMatchObject({ disabled: false });
    expect((await signIn(shop, { ...credentials, password: 'seven blue looms' })).status).toBe(200);
  });

  it('can’t be used to act on someone with more permissions, or to give more than one has (T-ADM-13)', async () => {
    const role = { name: 'Head of staff', permissions: ['staff.manage', 'queries.answer'] };
    const limits = { refundLimit: null, dailyRefundLimit: null };
    const made = await shop.post('/auth/admin/roles', { ...role, ...limits }, owner);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const head = await createAdmin(shop, String(made.body._id));
    const support = { name: 'Answers', permissions: ['queries.answer'], ...limits };
    const answers = await shop.post('/auth/admin/roles', support, head);
    expect(answers.status, JSON.stringify(answers.body)).toBe(201);
    const colleague = await createAdmin(shop, String(answers.body._id));
    const id = colleague.user._id;
    const refused = [
      await change(id, { role: 'owner' }, head),
      await change(id, { role: 'packer' }, head),
      await change(head.user._id, { role: 'manager' }, head),
      await change(owner.user._id, { role: answers.body._id }, head),
      await change(owner.user._id, { disabled: true }, head),
      await remove(owner.user._id, head),
      await invite({ email: freshEmail(), role: 'owner' }, head),
      await invite({ email: freshEmail(), role: 'packer' }, head),
      await shop.post('/auth/admin/roles', { ...support, name: 'More', permissions: ['log.view'] }, head),
      await shop.call('PUT', `/auth/admin/roles/${answers.body._id}`, {
        payload: { ...support, permissions: ['queries.answer', 'settings.edit'] },
        headers: head.headers,
      }),
      await shop.call('PUT', '/auth/admin/roles/support', {
        payload: { name: 'Support', permissions: ['queries.answer'], ...limits },
        headers: head.headers,
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([...Array(10).fill(403), 409]);
    // The limits hold for the price reductions of orders too.
    const seller = { name: 'Sales', permissions: ['staff.manage', 'orders.create'] };
    const atMost = { refundLimit: 100, dailyRefundLimit: 200 };
    const sales = await shop.post('/auth/admin/roles', { ...seller, ...atMost }, owner);
    const headOfSales = await createAdmin(shop, String(sales.body._id));
    const clerk = { name: 'Clerk', permissions: ['orders.create'] };
    const unlimited = await shop.post('/auth/admin/roles', { ...clerk, ...limits }, headOfSales);
    expect([unlimited.status, unlimited.body.message]).toEqual([
      403,
      'The refund limits of your own role are lower.',
    ]);
    expect((await shop.post('/auth/admin/roles', { ...clerk, ...atMost }, headOfSales)).status).toBe(201);
    expect((await shop.get('/contact', colleague)).status).toBe(200);
    expect((await shop.get('/mails', colleague)).status).toBe(403);
    expect((await change(id, { disabled: true }, head)).status).toBe(200);
    expect((await invite({ email: freshEmail(), role: answers.body._id }, head)).status).toBe(201);
  });
});

describe('removing', () => {
  it('ends every session and leaves an account of a shopper', async () => {
    const another = await createAdmin(shop);
    expect((await remove('none')).status).toBe(404);
    expect((await remove(another.user._id)).status).toBe(200);
    expect((await shop.get('/mails', another)).status).toBe(401);
    const asAdmin = { email: another.email, password: another.password, portal: 'admin' };
    expect((await signIn(shop, asAdmin)).status).toBe(403);
    expect((await remove(another.user._id)).status).toBe(404);
  });

  it('never takes the last owner, also when two act on each other at once (T-ADM-07)', async () => {
    const alone = await createTestShop();
    const acts = {
      remove: (who: Admin, whom: Admin) =>
        alone.call('DELETE', `/auth/admin/admins/${whom.user._id}`, {
          headers: who.headers,
        }),
      demote: (who: Admin, whom: Admin) =>
        alone.call('PUT', `/auth/admin/admins/${whom.user._id}`, {
          payload: { role: 'manager' },
          headers: who.headers,
        }),
      disable: (who: Admin, whom: Admin) =>
        alone.call('PUT', `/auth/admin/admins/${whom.user._id}`, {
          payload: { disabled: true },
          headers: who.headers,
        }),
    };
    let left = await createAdmin(alone);
    for (const act of Object.values(acts)) {
      const another = await createAdmin(alone);
      const answers = await Promise.all([act(left, another), act(another, left)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      if (answers[1]?.status === 200) left = another;
      const last = await act(left, left);
      expect([last.status, last.body.code]).toEqual([409, 'last_admin']);
      expect((await alone.get('/mails', left)).status).toBe(200);
    }
    await alone.close();
  });

  it('does not count an invited owner, who has not set her password yet (T-ADM-07)', async () => {
    const alone = await createTestShop();
    const last = await createAdmin(alone);
    const invited = { name: 'Ravi', email: freshEmail(), role: 'owner' };
    expect((await alone.post('/auth/admin/admins', invited, last)).status).toBe(201);
    const own = `/auth/admin/admins/${last.user._id}`;
    const acts = [
      alone.call('DELETE', own, { headers: last.headers }),
      alone.call('PUT', own, { payload: { role: 'manager' }, headers: last.headers }),
      alone.call('PUT', own, { payload: { disabled: true }, headers: last.headers }),
    ];
    for (const act of acts) expect((await act).body.code).toBe('last_admin');
    await alone.close();
  });

  it('is refused by the database for the last owner, also in two transactions at once (T-ADM-07)', async () => {
    const alone = await createTestShop();
    const [a, b] = [await createAdmin(alone), await createAdmin(alone)];
    const demote = (who: Admin) =>
      alone.db.updateTable('users').set({ roleId: 'manager' }).where('id', '=', who.user._id).execute();
    // The second transaction waits for the first one, which holds the lock of the owners until it ends.
    let second: Promise<unknown> | undefined;
    await alone.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ roleId: 'manager' }).where('id', '=', a.user._id).execute();
      second = demote(b).catch((error: { constraint?: string }) => error.constraint);
    });
    expect(await second).toBe('users_keep_an_owner');
    const email = freshEmail();
    await addAdmin(alone.db, email);
    await demote(b);
    const deleting = alone.db.deleteFrom('users').where('email', '=', email).execute();
    await expect(deleting).rejects.toMatchObject({ constraint: 'users_keep_an_owner' });
    await alone.close();
  });
});

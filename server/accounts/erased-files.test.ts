import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Customer } from '../../shared/contract/accounts/customers.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import {
  buyAsGuest,
  freshEmail,
  freshMobile,
  mailedToken,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { runPrintJob } from '../fulfilment/printing/run-print-job.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const folder = (...names: string[]) => path.join(shop.deps.config.dataDir, ...names);
const prints = () => readdir(folder('files', 'prints')).catch(() => []);

/** The files of mails in which a text is found. */
async function mailsWith(text: string): Promise<string[]> {
  const names = await readdir(folder('mail'));
  const contents = await Promise.all(names.map((name) => readFile(folder('mail', name), 'utf8')));
  return names.filter((_, n) => contents[n]?.includes(text));
}

const contact = (email: string) =>
  shop.post('/contact', { name: 'Asha Rao', email, subject: 'Question', message: 'Do you ship to Kochi?' });

async function print(ids: string[], kind = 'packing_slips') {
  const { status, body } = await owner.post('/order/admin/print-jobs', { kind, ids });
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body._id);
}

const setStatus = (id: string, status: string) => owner.put(`/order/admin/${id}/status`, { status });

it('the deletion of an account removes the files of its mails and the prints of its orders (T-PRV-90)', async () => {
  const person = await signUp(shop);
  const { email, headers } = person;
  await shop.post('/auth/confirm-email', { token: await mailedToken(shop, email) }, person);
  await contact(email);
  await owner.put('/site-info/admin', { email: 'shop@example.in' });
  await contact(email);
  const { id: product } = await createProduct(shop.db);
  const buy = async () => {
    const { body } = await shop.post(
      '/razorpay/create-order',
      orderFor([{ id: product }], { email }),
      person,
    );
    await verify(shop, await shop.fake.pay((body.razorpay_order as { id: string }).id));
    return String(body.order_id);
  };
  const [delivered, open] = [await buy(), await buy()];
  const another = await buyAsGuest(shop, freshEmail());
  const [both, ofOpen, ofOther] = [
    await print([delivered, another.id]),
    await print([open]),
    await print([another.id]),
  ];
  await shop.runJobs();
  await setStatus(delivered, 'delivered');
  await shop.runJobs();
  expect((await mailsWith(email)).length).toBeGreaterThan(4);
  expect((await prints()).sort()).toEqual([both, ofOpen, ofOther].map((id) => `${id}.pdf`).sort());

  const deletion = { headers, payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', deletion)).status).toBe(200);
  // An order that is under way needs its mails and documents.
  const left = (await mailsWith(email)).map((name) => path.basename(name, '.eml'));
  expect(left).not.toEqual([]);
  expect(await mailsAbout(open, email)).toEqual(expect.arrayContaining(left));
  expect((await prints()).sort()).toEqual([ofOpen, ofOther].map((id) => `${id}.pdf`).sort());
  expect((await owner.get(`/order/admin/print-jobs/${both}`)).status).toBe(404);
  expect((await owner.get(`/order/admin/print-jobs/${both}/file`)).status).toBe(404);

  await setStatus(open, 'delivered');
  await shop.runJobs();
  await shop.minute();
  expect(await mailsWith(email)).toEqual([]);
  expect(await prints()).toEqual([`${ofOther}.pdf`]);
});

/** The ids of the mails about an order. */
async function mailsAbout(orderId: string, email: string) {
  const rows = await shop.db
    .selectFrom('mails')
    .select('id')
    .where('toAddress', 'in', [email, 'shop@example.in'])
    .where((eb) => eb.or([eb('invoiceOf', '=', orderId), eb('plain', 'like', `%${orderId}%`)]))
    .execute();
  return rows.map(({ id }) => id);
}

it('the erasure of a guest does so too, and redacts the filters of exports in the log (T-PRV-90)', async () => {
  const email = freshEmail();
  const { id } = await buyAsGuest(shop, email, { shipping_details: delivery });
  const { shipments } = (await owner.post(`/order/admin/${id}/shipments`, {})).body as AdminOrder;
  const booking = `/order/admin/${id}/shipments/${shipments[0]?._id}/booking`;
  await owner.post(booking, {
    provider: 'sandbox',
    weightGrams: 450,
    lengthCm: 20,
    widthCm: 15,
    heightCm: 8,
  });
  expect((await owner.get(`${booking}/label`)).status).toBe(200);
  expect((await prints()).join()).toContain('courier-label-');
  await setStatus(id, 'delivered');
  await contact(email);
  const [{ _id: query } = { _id: '' }] = (await owner.get('/contact')).body as unknown as { _id: string }[];
  await owner.post(`/contact/${query}/reply`, { message: 'We do.' });
  const job = await print([id]);
  await shop.runJobs();
  for (const call of ['/order/admin', '/customers'])
    expect((await owner.get(`${call}/export.csv?search=${email}`)).status).toBe(200);
  expect((await mailsWith(email)).length).toBeGreaterThan(3);
  expect(await prints()).toContain(`${job}.pdf`);

  const [customer] = (await owner.get(`/customers?search=${email}`)).body as unknown as Customer[];
  expect((await owner.delete(`/customers/${customer?._id}`)).status).toBe(200);
  // What she asked is deleted with the query.
  expect((await owner.delete(`/contact/${query}`)).status).toBe(200);
  const left = await shop.db.selectFrom('mails').select('kind').where('toAddress', '=', email).execute();
  expect(left).toEqual([]);
  expect(await prints()).not.toContain(`${job}.pdf`);
  expect((await prints()).join()).not.toContain('courier-label-');
  const log = await shop.db
    .selectFrom('adminLog')
    .select('detail')
    .where('action', 'in', ['order.export', 'customer.export'])
    .execute();
  expect(log.map(({ detail }) => JSON.stringify(detail))).toEqual([
    expect.stringContaining('[erased]'),
    expect.stringContaining('[erased]'),
  ]);
});

async function eraseGuest(email: string) {
  const customers = (await owner.get(`/customers?search=${email}`)).body as unknown as Customer[];
  const customer = customers.find((customer) => customer.email === email);
  expect((await owner.delete(`/customers/${customer?._id}`)).status).toBe(200);
}

/** The state and content of the mails about contact queries from this address. */
const queryMails = (email: string) =>
  shop.db.selectFrom('mails').select(['status', 'plain']).where('replyTo', '=', email).execute();

it('the erasure of a guest leaves mails of others with a longer address, and older ones (T-PRV-93)', async () => {
  await owner.put('/site-info/admin', { email: 'shop@example.in' });
  const email = freshEmail();
  const before = freshEmail();
  await shop.post('/contact', { name: 'Raj', email: before, subject: 'Friend', message: `It is ${email}.` });
  const { texts } = shop.deps.config;
  shop.deps.config.texts = undefined;
  const code = await shop.post('/order/mobile-code', { email, mobile: freshMobile() });
  shop.deps.config.texts = texts;
  expect(code.body).toMatchObject({ sentTo: 'email' });
  await buyAsGuest(shop, email);
  const others = [`raj.${email}`, `raj'${email}`, `${email}.net`, `${email}-x.in`];
  for (const item of others.concat(email)) expect((await contact(item)).status).toBe(201);
  await eraseGuest(email);
  expect(await queryMails(email)).toEqual([]);
  // Also a code from before the first order.
  const sent = await shop.db.selectFrom('mails').select('kind').where('toAddress', '=', email).execute();
  expect(sent).not.toContainEqual({ kind: 'sign-in-code' });
  for (const item of others)
    expect(await queryMails(item), item).toEqual([
      { status: 'waiting', plain: expect.stringContaining(item) },
    ]);
  expect(await queryMails(before)).toEqual([{ status: 'waiting', plain: expect.stringContaining(email) }]);
  await shop.runJobs();
  for (const item of others) expect(await mailsWith(item)).not.toEqual([]);
});

it('the file of an erased mail that could not be deleted is not readable (T-PRV-93)', async () => {
  const email = freshEmail();
  await buyAsGuest(shop, email);
  await contact(email);
  await shop.runJobs();
  const mail = shop.db.selectFrom('mails').select('id').where('replyTo', '=', email);
  const { id } = await mail.executeTakeFirstOrThrow();
  expect((await owner.get(`/mails/${id}/file`)).status).toBe(200);
  await eraseGuest(email);
  await writeFile(folder('mail', `${id}.eml`), `To: ${email}`);
  expect((await owner.get(`/mails/${id}/file`)).status).toBe(404);
});

it('a guest with the address of the shop empties no mails to it (T-PRV-93)', async () => {
  const shopEmail = 'Shop@example.in';
  await owner.put('/site-info/admin', { email: shopEmail });
  await buyAsGuest(shop, shopEmail);
  const another = freshEmail();
  await contact(another);
  await eraseGuest(shopEmail.toLowerCase());
  expect(await queryMails(another)).toEqual([{ status: 'waiting', plain: expect.stringContaining(another) }]);
});

it('files without a mail, such as of an earlier erasure, and unfinished ones are deleted each hour (T-PRV-91)', async () => {
  const person = await signUp(shop);
  await shop.runJobs();
  const [file = ''] = await mailsWith(person.email);
  await shop.db.deleteFrom('mails').where('toAddress', '=', person.email).execute();
  const kept = await signUp(shop);
  await shop.runJobs();
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const draft of ['.old', '.new']) await writeFile(folder('mail', draft), `To: ${person.email}`);
  await utimes(folder('mail', '.old'), longAgo, longAgo);
  expect(await mailsWith(person.email)).toEqual(expect.arrayContaining([file, '.old', '.new']));
  await shop.handlers.hour({});
  expect(await mailsWith(person.email)).toEqual(['.new']);
  expect((await mailsWith(kept.email)).length).toBeGreaterThan(0);
});

it('a print job whose order is erased while it runs leaves no file (T-PRV-90)', async () => {
  const { id } = await buyAsGuest(shop, freshEmail());
  const job = await print([id]);
  const { files } = shop.deps;
  const erasing = {
    ...files,
    async moveIn(to: string, from: string) {
      await shop.db.deleteFrom('printJobs').where('id', '=', job).execute();
      await files.moveIn(to, from);
    },
  };
  await runPrintJob({ ...shop.deps, files: erasing }, job, async () => ({ reason: 'none' }));
  expect(await prints()).not.toContain(`${job}.pdf`);
});

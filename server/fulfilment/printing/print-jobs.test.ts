import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { PrintJob } from '../../../shared/contract/orders/print-jobs.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { pdfText } from '../../../tests/support/pdf-text.ts';
import { buyAsGuest, freshEmail } from '../../../tests/support/people.ts';
import { buy, place } from '../../../tests/support/purchase.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { amountInRupees } from '../../pdf/style.ts';

/** Paid orders, oldest first; the last ones are unpaid and cancelled. */
let paid: string[];
let unpaid: string;
let cancelled: string;
const shop = await testShop();
const owner = await asOwner(shop);
const bowl = await createProduct(shop.db, { name: 'Bidri bowl', stock: 500 });
beforeAll(async () => {
  const lamp = await createProduct(shop.db, { name: 'Akhand lamp', stock: 500 });
  await owner.put(`/products/${lamp.id}`, { shelfCode: 'B-12' });
  await owner.put(`/products/${bowl.id}`, { shelfCode: 'B-2' });
  paid = [];
  for (let n = 1; n <= 23; n++) {
    const lines = [{ id: bowl.id, quantity: 2 }, ...(n % 2 === 0 ? [{ id: lamp.id }] : [])];
    paid.push((await buy(shop, lines)).id);
  }
  unpaid = (await place(shop, [{ id: bowl.id }])).id;
  cancelled = (await buy(shop, [{ id: bowl.id }])).id;
  await owner.put(`/order/admin/${cancelled}/status`, { status: 'cancelled' });
});

const url = '/order/admin/print-jobs';
const started = async (body: object, as = owner) => {
  const reply = await as.post(url, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body as PrintJob;
};
const read = async (id: string) => (await owner.get(`${url}/${id}`)).body as PrintJob;
const pagesOf = async (id: string) => {
  const { status, body, headers } = await owner.get(`${url}/${id}/file`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  return pdfText(body.raw as Buffer).split('\f');
};
const finished = async (body: object) => {
  const { _id } = await started(body);
  await shop.runJobs();
  return { job: await read(_id), pages: (await read(_id)).pages > 0 ? await pagesOf(_id) : [] };
};
const reasons = ({ skipped }: PrintJob) => new Map(skipped.map(({ _id, reason }) => [_id, reason]));

it('prints a slip and an invoice for each order, oldest first, and says what it skipped and why', async () => {
  const ids = [cancelled, ...paid.toReversed(), unpaid];
  const slips = await finished({ kind: 'packing_slips', ids });
  expect(slips.job).toMatchObject({ total: 25, done: 25, pages: 23, finished: true, failed: false });
  expect(reasons(slips.job)).toEqual(
    new Map([
      [unpaid, 'it is not paid'],
      [cancelled, 'it is cancelled'],
    ]),
  );
  for (const [i, id] of paid.entries()) expect(slips.pages[i]).toContain(`Order ${orderNumber(id)} of`);
  expect(slips.pages[1]).toContain('Shelf B-12');
  expect(slips.pages.join()).not.toContain('₹');

  const invoices = await finished({ kind: 'invoices', ids });
  expect(invoices.job).toMatchObject({
    // The cancelled order was refunded, so it has a credit note too.
    pages: 25,
    skipped: [{ _id: unpaid, reason: 'it has no invoice yet' }],
  });
  for (const [i, id] of paid.entries()) expect(invoices.pages[i]).toContain(orderNumber(id));
  const own = await owner.get(`/razorpay/invoice/${paid[22]}`);
  expect(invoices.pages[22]).toBe(pdfText(own.body.raw as Buffer));
});

it('prints labels with address and tracking number, one a page or four a sheet', async () => {
  const shipping = {
    shipping_details: {
      name: 'मीनाक्षी अय्यर',
      address: '7, South Mada Street',
      city: 'Chennai',
      state: 'Tamil Nadu',
      postalCode: '600004',
    },
  };
  const addressed = await buyAsGuest(shop, freshEmail(), shipping);
  const label = () => owner.get(`/order/admin/${addressed.id}/label`);
  const early = await label();
  expect([early.status, early.body.message]).toEqual([
    404,
    expect.stringContaining('no shipment with a tracking number'),
  ]);
  const parcel = { courier: 'India Post', trackingNumber: 'EI998877665IN' };
  await owner.put(`/order/admin/${addressed.id}/status`, { status: 'shipped', ...parcel });
  const address = '14 Neem Chowk, Jaipur, Rajasthan 302001';
  await owner.put('/site-info/admin', { address, state: 'Rajasthan' });
  const single = pdfText((await label()).body.raw as Buffer);
  // The sender's state is named once.
  expect(single.match(/Rajasthan/g)).toHaveLength(1);
  for (const part of [
    'मीनाक्षी',
    'Chennai 600004',
    'EI998877665IN',
    'India Post',
    orderNumber(addressed.id),
    'TEST',
  ])
    expect(single).toContain(part);
  expect(single).not.toContain('COD');
  for (const kind of ['labels', 'label_sheets']) {
    const { job, pages } = await finished({ kind, ids: [...paid.slice(0, 1), addressed.id] });
    expect(job).toMatchObject({
      pages: 1,
      skipped: [{ _id: paid[0], reason: expect.stringMatching(/address|tracking/) }],
    });
    expect(pages[0]).toContain('600004');
  }

  // An order that is shipped unpaid is paid to the courier, once, with its first parcel.
  const lota = await createProduct(shop.db, { name: 'Copper lota' });
  const due = await place(shop, [{ id: lota.id, quantity: 2 }], shipping);
  const shipments = `/order/admin/${due.id}/shipments`;
  const [line] = (await owner.get(`/order/admin/${due.id}`)).body.cart_items as { _id: string }[];
  for (const trackingNumber of ['FIRST1', 'SECOND2']) {
    const lines = [{ line_id: line?._id, quantity: 1 }];
    const { status } = await owner.post(shipments, { lines, state: 'shipped', ...parcel, trackingNumber });
    expect(status).toBe(201);
  }
  const labels = pdfText((await owner.get(`/order/admin/${due.id}/label`)).body.raw as Buffer).split('\f');
  expect(labels).toHaveLength(2);
  expect(labels[0]).toContain(`COD ${amountInRupees(due.amountPaise)}`);
  expect(labels[1]).not.toContain('COD');
});

it('sums a pick list by variant in the order of the shelves, without what is shipped', async () => {
  const { job, pages } = await finished({
    kind: 'pick_list',
    matching: 'search=Bidri',
    except: [paid[0]],
  });
  expect(pages).toHaveLength(1);
  const text = pages[0] ?? '';
  expect(text.indexOf('Bidri bowl')).toBeLessThan(text.indexOf('Akhand lamp'));
  expect(text).toContain('55 units for 22 orders');
  expect(text.split('\n')).toEqual(expect.arrayContaining(['44', '11', 'in 22 orders', 'in 11 orders']));
  expect(reasons(job)).toEqual(
    new Map([
      [unpaid, 'it is not paid'],
      [cancelled, 'it is cancelled'],
    ]),
  );
});

it('starts an interrupted job again and makes the same document; a later run ends the earlier one', async () => {
  const { _id: first } = await started({ kind: 'packing_slips', ids: paid });
  const job = () =>
    shop.db.selectFrom('printJobs').select(['runs', 'done', 'finishedAt']).where('id', '=', first);
  const { files } = shop.deps;
  shop.deps.files = { ...files, moveIn: () => Promise.reject(new Error('The process ends')) };
  await shop.runJobs();
  expect(await job().executeTakeFirst()).toMatchObject({ runs: 1, done: 23, finishedAt: null });
  expect((await owner.get(`${url}/${first}/file`)).status).toBe(404);
  shop.deps.files = files;
  await shop.db
    .updateTable('printJobs')
    .set({ progressedAt: new Date(0) })
    .where('id', '=', first)
    .execute();
  await shop.minute();
  await shop.runJobs();
  expect(await read(first)).toMatchObject({ finished: true, pages: 23 });
  const again = await finished({ kind: 'packing_slips', ids: paid });
  expect(await pagesOf(first)).toEqual(again.pages);
  expect(await readdir(path.join(shop.deps.config.dataDir, 'files', 'incoming'))).toEqual([]);
});

it('prints for an admin only what her role shows her, and hands out no document of another one (T-ADM-35)', async () => {
  const packer = await asOwner(shop, 'packer');
  expect((await packer.post(url, { kind: 'invoices', ids: paid })).status).toBe(403);
  const job = await started({ kind: 'packing_slips', ids: [...paid.slice(0, 2), cancelled] }, packer);
  await shop.runJobs();
  const own = await packer.get(`${url}/${job._id}`);
  expect(own.body).toMatchObject({ pages: 2, skipped: [{ _id: cancelled }] });
  expect((await owner.get(`${url}/${job._id}/file`)).status).toBe(404);
  expect((await owner.get(url)).body as unknown as PrintJob[]).not.toContainEqual(
    expect.objectContaining({ _id: job._id }),
  );
  const accounts = await asOwner(shop, 'accounts');
  expect((await accounts.post(url, { kind: 'labels', ids: paid })).status).toBe(403);
  expect((await accounts.post(url, { kind: 'invoices', ids: paid.slice(0, 1) })).status).toBe(201);
});

it('refuses nothing, too much and unknown kinds, and deletes files after a day', async () => {
  for (const body of [
    { kind: 'labels' },
    { kind: 'labels', ids: [] },
    { kind: 'labels', ids: ['none'] },
    { kind: 'stamps', ids: paid },
  ])
    expect((await owner.post(url, body)).status).toBe(400);
  const folder = path.join(shop.deps.config.dataDir, 'files', 'prints');
  expect((await readdir(folder)).length).toBeGreaterThan(5);
  await shop.db
    .updateTable('printJobs')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  await shop.minute();
  expect(await readdir(folder)).toEqual([]);
  expect((await owner.get(url)).body).toEqual([]);
});

import { expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { importsOf } from '../../tests/support/imports.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { reviewsOf } from '../../tests/support/reviews.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const send = (path: string, file: string | Buffer) =>
  owner.post(
    `/reviews/import${path}`,
    multipart([{ name: 'file', value: file, filename: 'reviews.csv', type: 'text/csv' }]),
  );

it('imports a file of Judge.me once, with its dates, and reports the lines that it skips', async () => {
  const { id, slug, variantIds } = await createProduct(shop.db);
  const { sku } = await shop.db
    .selectFrom('variants')
    .select('sku')
    .where('id', '=', String(variantIds[0]))
    .executeTakeFirstOrThrow();
  const file = [
    'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,sku',
    `Great,"Soft, and\nwell packed",5,2023-03-02 10:20:11 UTC,email,ok,Asha Rao,asha@example.in,1,${slug},Thank you,,,`,
    `Fine,,4,02/03/2023,web,ok,Ravi,ravi@example.in,1,gone,,,,${sku}`,
    `Hidden,Not yet decided,1,2023-03-04 10:00:00 UTC,web,not-yet,Meena K,m@example.in,1,${slug},,,,`,
    `Cheap watches,Buy,5,2023-03-04 10:00:00 UTC,web,spam,Bot,b@example.in,1,${slug},,,,`,
    `No product,,5,2023-03-04 10:00:00 UTC,web,ok,Ravi,r@example.in,1,unknown-lamp,,,,`,
    `Too good,,6,2023-03-04 10:00:00 UTC,web,ok,Ravi,r@example.in,1,${slug},,,,`,
    `Someday,,5,soon,web,ok,Ravi,r@example.in,1,${slug},,,,`,
  ].join('\n');
  const { body: plan } = await send('/plan', file);
  expect(plan).toMatchObject({
    format: 'judgeme',
    ready: 3,
    published: 2,
    products: 1,
    known: 0,
    skippedCount: 4,
    skipped: [
      { line: 6, reason: 'It is marked as spam' },
      { line: 7, reason: 'There is no product “unknown-lamp”' },
      { line: 8, reason: 'Choose 1 to 5 stars' },
      { line: 9, reason: 'The date “soon” can’t be read' },
    ],
    unread: ['source', 'reviewer_email', 'product_id'],
  });
  expect((await send('', file)).body).toEqual({ added: 3 });
  expect((await send('/plan', file)).body).toMatchObject({ ready: 0, known: 3 });
  expect((await send('', file)).body).toEqual({ added: 0 });
  const calls = reviewsOf(shop);
  expect(await calls.rating(slug)).toEqual({ rating: 4.5, numReviews: 2 });
  expect((await calls.list(slug, '?sort=highest')).reviews).toMatchObject([
    {
      source: 'import',
      name: 'Asha R.',
      text: 'Soft, and\nwell packed',
      answer: 'Thank you',
      createdAt: '2023-03-02T10:20:11.000Z',
    },
    { name: 'Ravi', createdAt: '2023-03-02T00:00:00.000Z' },
  ]);
  const stored = await shop.db.selectFrom('reviews').selectAll().where('productId', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain('@example.in');
});

it('reads dates with the day first, on India’s days, and refuses the others with their line', async () => {
  const { id, slug } = await createProduct(shop.db);
  const dates = {
    '10/07/2023': '2023-07-10T00:00:00.000Z',
    '10/07/2023 12:30': '2023-07-10T07:00:00.000Z',
    '25-12-2023': '2023-12-25T00:00:00.000Z',
    '2023-07-10 01:30:00': '2023-07-09T20:00:00.000Z',
    '2023-07-09 20:30:00 UTC': '2023-07-09T20:30:00.000Z',
    '10-Jul-2023': '2023-07-10T00:00:00.000Z',
    '10th July 2023 6:05 pm': '2023-07-10T12:35:00.000Z',
    '१०.०७.२०२३': '2023-07-10T00:00:00.000Z',
  };
  const wrong = ['12/25/2023', '31/02/2023', '10/07/23', '45117', '2023-07-10 25:00'];
  const rows = [...Object.keys(dates), ...wrong].map(
    (date, index) => `T${index},Text,5.0,${date},web,ok,Asha Rao,a@example.in,1,${slug},,,`,
  );
  const head =
    'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls';
  const file = [head, ...rows].join('\n');
  expect((await send('/plan', file)).body.skipped).toEqual(
    wrong.map((date, index) => ({ line: index + 10, reason: `The date “${date}” can’t be read` })),
  );
  expect((await send('', file)).body).toEqual({ added: Object.keys(dates).length });
  const stored = await shop.db
    .selectFrom('reviews')
    .select(['title', 'createdAt'])
    .where('productId', '=', id)
    .execute();
  expect(Object.fromEntries(stored.map(({ title, createdAt }) => [title, createdAt.toISOString()]))).toEqual(
    Object.fromEntries(Object.values(dates).map((date, place) => [`T${place}`, date])),
  );
});

it('finds products by the addresses that they had in the former shop', async () => {
  const imports = importsOf(shop, owner);
  const handles = ['Blue_Vase', 'कलश'];
  await imports.run(
    `Handle,Title,Variant Price\n${handles.map((handle) => `${handle},${handle},5\n`).join('')}`,
  );
  const { slug, id } = await createProduct(shop.db);
  await owner.put(`/products/${id}`, { slug: `${slug}-new` });
  const rows = [...handles, slug, `${slug}-NEW`].map(
    (handle) => `${handle},published,5,Fine,Asha,a@example.in,,Text ${handle},,2023-03-02,`,
  );
  const head = 'product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at';
  expect((await send('/plan', [head, ...rows].join('\n'))).body).toMatchObject({ ready: 4, products: 3 });
});

it('imports a file of Shopify, and refuses what is no review file (T-REV-08)', async () => {
  const { slug } = await createProduct(shop.db);
  const head = 'product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at';
  const line = `${slug},published,3,Fair,Kiran,k@example.in,Pune,<script>alert(1)</script>,,2019-07-10 12:12:00 -0400,`;
  expect((await send('', `${head}\n${line}`)).body).toEqual({ added: 1 });
  expect((await reviewsOf(shop).list(slug)).reviews).toMatchObject([
    { text: '<script>alert(1)</script>', createdAt: '2019-07-10T16:12:00.000Z' },
  ]);
  const refusals: [string | Buffer, string][] = [
    ['', 'The file is empty.'],
    ['Name,Price\nLamp,10', 'This is not a review file of Judge.me, Loox or Shopify.'],
    [Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]), 'an Excel workbook or a ZIP archive'],
    [`${head}\n"${'x'.repeat(600_000)}`, 'a quotation mark in it is not closed'],
    [`${head}\n${`${line}\n`.repeat(20_100)}`, 'At most 20,000 rows at once.'],
    [`${head}\nunknown,published,3,,Kiran,,,,,2019-07-10,`, 'No review of this file can be imported.'],
  ];
  for (const [file, message] of refusals) {
    const { status, body } = await send('', file);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  }
});

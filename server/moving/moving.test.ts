import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Customer, CustomerDetail } from '../../shared/contract/accounts/customers.ts';
import type { FormerOrderDetail, Move, Reconciliation } from '../../shared/contract/moves.ts';
import { movesOf } from '../../tests/support/moves.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, lastMail } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { zipOf } from '../../tests/support/zip.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const customers = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'72100,Anika,Example,anika@example.com,yes,,MG Road 12,,Bengaluru,KA,IN,'560001,'98000 00001,'98000 00001,no,4797.00,2,Likes blue,no,"vip, Delhi"
'72101,Farhan,Probe,,no,,Hazratganj 3,,Lucknow,UP,IN,'226001,'9800000006,'9800000006,no,450.00,1,,no,
'72102,गीता,नमूना,GEETA@example.com,no,,"सदर बाज़ार ५
पहली मंज़िल",,Jaipur,RJ,IN,'302001,,,yes,2500.00,1,,no,
'72103,No,Body,,no,,,,,,US,,,+1 212 555 0100,no,0.00,0,,no,
'72104,Anika,Again,anika@example.com,no,,,,,,IN,,,,no,0.00,0,,no,
`;
const orders = `Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Address1,Billing City,Billing Zip,Billing Province,Billing Country,Shipping Name,Shipping Phone,Notes,Cancelled at,Payment Method,Refunded Amount,Outstanding Balance,Id,Phone
#1001,anika@example.com,paid,2024-11-02 10:15:00 +0530,fulfilled,INR,3297.00,0.00,157.00,3297.00,,0.00,2024-11-02 10:15:00 +0530,1,Silk Stole - Blue,2499.00,ST-BL,Anika Example,MG Road 12,Bengaluru,'560001,KA,IN,Anika,'98000 00001,,,Razorpay,0.00,0.00,'5600,'98000 00001
#1001,anika@example.com,,,,,,,,,,,2024-11-02 10:15:00 +0530,2,Brass Diya,399.00,DIYA-1,,,,,,,,,,,,,,,
#1002,,voided,,unfulfilled,INR,450.00,0.00,21.43,450.00,,0.00,2025-01-01 00:10:00 +0530,1,Planter,450.00,,Farhan Probe,,,,,,,'9800000006,,2025-01-01 10:00:00 +0530,COD,0.00,0.00,'5601,
#1003,geeta@example.com,partially_refunded,,fulfilled,INR,1708.65,60.00,81.36,1768.65,FEST10,189.85,2024-12-31 18:29:59 UTC,1,पीतल का दीया,1499.50,,गीता नमूना,,,,,,,,"Gift, no bill",,Razorpay,399.00,0.00,'5602,
#1004,x@example.com,paid,,fulfilled,USD,10.00,0.00,0.00,10.00,,0.00,2025-02-01 10:00:00 +0000,1,Diya,10.00,,X,,,,,,,,,,,0.00,0.00,'5603,
#1005,x@example.com,paid,,fulfilled,INR,10.00,0.00,0.00,abc,,0.00,2025-02-01 10:00:00 +0000,1,Diya,10.00,,X,,,,,,,,,,,0.00,0.00,'5604,
`;

const { add, act, get, send, remarks, formerOrders } = movesOf(shop, owner);

it('customers and orders are previewed, imported, undone and imported again with equal sums', async () => {
  await add(orders, 'orders.csv');
  const { _id: id, counts, files } = await add(customers, 'customers.csv');
  expect(files.map(({ kind, program, read, problem }) => ({ kind, program, read, problem }))).toEqual([
    { kind: 'orders', program: 'shopify', read: true, problem: '' },
    { kind: 'customers', program: 'shopify', read: true, problem: '' },
  ]);
  expect(counts).toEqual([
    { kind: 'customers', new: 3, known: 0, left: 2, remarks: 2 },
    { kind: 'orders', new: 3, known: 0, left: 2, remarks: 2 },
  ]);
  expect(await remarks(id, 'customers')).toEqual([
    '6 No Body left: “+1 212 555 0100” is neither an e-mail address nor an Indian mobile number',
    '7 Anika Again left: It repeats line 2',
  ]);
  expect(await remarks(id, 'orders')).toEqual([
    '6 #1004 left: Its amounts are in USD, not in rupees',
    '7 #1005 left: The total “abc” can’t be read',
  ]);
  expect(await formerOrders()).toEqual([]);

  const done = await act(id, 'start');
  expect(done).toMatchObject({ state: 'imported', total: 6, done: 6, cantUndo: null });
  const found = await formerOrders();
  expect(
    found.map(({ number, total, refunded, net, placedAt }) => [number, total, refunded, net, placedAt]),
  ).toEqual([
    ['#1002', 450, 0, 0, '2024-12-31T18:40:00.000Z'],
    ['#1003', 1768.65, 399, 1369.65, '2024-12-31T18:29:59.000Z'],
    ['#1001', 3297, 0, 3297, '2024-11-02T04:45:00.000Z'],
  ]);
  expect((await formerOrders('search=diya')).map(({ number }) => number)).toEqual(['#1001']);
  const [{ _id: orderId } = { _id: '' }] = await formerOrders('search=%231001');
  expect((await owner.get(`/former-orders/${orderId}`)).body as FormerOrderDetail).toMatchObject({
    lines: [
      { name: 'Silk Stole - Blue', sku: 'ST-BL', quantity: 1, price: 2499 },
      { name: 'Brass Diya', quantity: 2, price: 399 },
    ],
    billing: { postalCode: '560001', city: 'Bengaluru' },
    mobile: '9800000001',
  });
  const list = async () => (await owner.get('/customers?limit=100')).body as unknown as Customer[];
  const [anika] = (await list()).filter(({ email }) => email === 'anika@example.com');
  expect(anika).toMatchObject({
    name: 'Anika Example',
    mobile: '9800000001',
    is_guest: false,
    orders: 0,
    spent: 0,
    formerOrders: 1,
    formerSpent: 3297,
    acceptsMail: true,
    tags: ['delhi', 'vip'],
  });
  expect((await owner.get(`/customers/${anika?._id}`)).body as CustomerDetail).toMatchObject({
    addresses: [{ address: 'MG Road 12', city: 'Bengaluru', state: 'Karnataka', postalCode: '560001' }],
    notes: [{ text: 'Likes blue' }],
  });
  expect((await list()).find(({ name }) => name === 'Farhan Probe')).toMatchObject({
    formerOrders: 1,
    formerSpent: 0,
  });

  const again = await add(orders);
  await add(customers);
  expect((await get(again._id)).counts).toMatchObject([
    { new: 0, known: 3 },
    { new: 0, known: 3 },
  ]);
  expect((await owner.post(`/moves/${again._id}/start`, {})).status).toBe(400);
  expect((await owner.delete(`/moves/${again._id}`)).status).toBe(200);

  // A role that may not move customers neither reads of them nor removes them.
  const clerk = await asOwner(shop, 'catalogue');
  expect((await clerk.get(`/moves/${id}/remarks?kind=customers`)).status).toBe(403);
  expect((await clerk.post(`/moves/${id}/undo`, {})).status).toBe(403);
  expect(await act(id, 'undo')).toMatchObject({ state: 'undone', remains: [] });
  expect(await formerOrders()).toEqual([]);
  expect((await list()).filter(({ email }) => email === 'anika@example.com')).toEqual([]);
  await add(customers);
  const second = await act((await add(orders))._id, 'start');
  expect(second.state).toBe('imported');
  expect((await formerOrders()).map(({ number, net }) => [number, net])).toEqual(
    found.map(({ number, net }) => [number, net]),
  );
  await buyAsGuest(shop, freshEmail());
  expect((await get(second._id)).cantUndo).toBe(
    'Test orders have been placed since the move. Remove them under Orders to undo it.',
  );
  expect(await owner.post(`/moves/${second._id}/undo`, {})).toMatchObject({
    status: 409,
    body: { code: 'not_undoable' },
  });
});

it('files of a ZIP that can’t be read are refused, and the others are added', async () => {
  const zip = zipOf([
    { name: 'old.csv', bytes: Buffer.from(orders.replaceAll('#10', '#20')) },
    { name: 'empty.csv', bytes: Buffer.from('Redirect from,Redirect to\n') },
    { name: 'inner.zip', bytes: zipOf([]) },
    { name: 'secret.csv', bytes: Buffer.from('a,b\n1,2\n') },
  ]);
  // The flag of an encrypted entry, in the listing of the last one.
  const entry = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  zip.writeUInt16LE(zip.readUInt16LE(entry + 8) | 1, entry + 8);
  const { status, body } = await send(zip, 'all.zip');
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({
    refused: [
      { name: 'inner.zip', message: 'This is an archive inside the ZIP. Unpack it, and choose its files.' },
      { name: 'secret.csv', message: 'This file is encrypted. Pack it without a password.' },
      { name: 'empty.csv', message: expect.stringContaining('no rows') },
    ],
  });
  await owner.delete(`/moves/${body._id}`);
});

it('dates whose day or month could come first are read as the whole file proves', async () => {
  const head = 'Name,Email,Financial Status,Currency,Total,Created at,Lineitem name,Lineitem price\n';
  const read = async (dates: string[]) => {
    const rows = dates.map((date, i) => `#30${i},a@example.com,paid,INR,10,${date},Diya,10\n`);
    const { _id: id } = await add(`${head}${rows.join('')}`, 'dates.csv');
    const left = await remarks(id, 'orders');
    if (left.length > 0) {
      await owner.delete(`/moves/${id}`);
      return left;
    }
    await act(id, 'start');
    const found = await formerOrders();
    await act(id, 'undo');
    return found
      .filter(({ number }) => number.startsWith('#30'))
      .map(({ placedAt }) => placedAt.slice(0, 10))
      .sort();
  };
  expect(await read(['5/4/25', '25/4/25 18:30'])).toEqual(['2025-04-05', '2025-04-25']);
  expect(await read(['5/4/2025', '4/25/2025 18:30'])).toEqual(['2025-04-25', '2025-05-04']);
  const unclear = (line: number, date: string) =>
    `${line} #30${line - 2} left: The date “${date}” can’t be read: write it like 2026-11-29 18:30`;
  expect(await read(['5/4/25', '6/4/25'])).toEqual([unclear(2, '5/4/25'), unclear(3, '6/4/25')]);
  expect(await read(['25/4/25', '4/25/25'])).toEqual([unclear(2, '25/4/25'), unclear(3, '4/25/25')]);
});

it('a file that can’t be moved is refused with the fix, and changes nothing', async () => {
  const refusal = async (file: string | Buffer, name = 'x.csv') => {
    const { status, body } = await send(file, name);
    expect([400, 413]).toContain(status);
    return String(body.message);
  };
  expect(await refusal('')).toBe('The file is empty. Export it again.');
  expect(await refusal('a,b,c\n1,2,3\n')).toMatch(
    /^This is not an export of Shopify or WooCommerce\. Its columns are “a”, “b”, “c”; export/,
  );
  expect(await refusal(orders.slice(0, orders.indexOf('\n') + 1))).toBe(
    'This file has no rows below its heading, so there is nothing to move in it.',
  );
  const foreign = [{ name: 'a/other.csv', bytes: Buffer.from('a,b\n1,2\n') }];
  expect(
    await refusal(zipOf([...foreign, { name: 'notes.txt', bytes: Buffer.from('Hello') }]), 'all.zip'),
  ).toMatch(/^No file in this ZIP can be moved\. “other.csv”: This is not an export/);
  expect(await refusal(orders.replaceAll('Total,', 'Sum,'))).toBe(
    'The column “Total” is missing. Export the file again, and choose it with all its columns.',
  );
  expect(await refusal('Name,Price\nDiya,499\n')).toBe(
    'This is a list of products. Import it under Products, with Import.',
  );
  expect(await refusal('%PDF-1.7 …')).toBe(
    'This is a PDF, not a CSV file. Choose the CSV file of the export.',
  );
  expect(await refusal('<!DOCTYPE html><html><body>Log in, please</body></html>')).toMatch(
    /^This is a web page or data of a program, not a CSV file/,
  );
  expect(await refusal(zipOf([{ name: '[Content_Types].xml', bytes: Buffer.from('x') }]), 'a.xlsx')).toBe(
    'This is an Excel workbook. Save it as “CSV UTF-8” and choose that file.',
  );
  expect(await refusal(zipOf([]), 'a.zip')).toBe(
    'This ZIP contains no CSV files. Put the exported files in it.',
  );
  expect((await owner.get('/moves')).body as unknown as Move[]).not.toContainEqual(
    expect.objectContaining({ state: 'draft' }),
  );

  const damaged = await add(`${orders}#1009,"open\n`, 'damaged.csv');
  expect(damaged.files).toMatchObject([
    { problem: 'The row that begins on line 8 can’t be read: a quotation mark in it is not closed.' },
  ]);
  expect(damaged.counts).toMatchObject([{ new: 0 }]);
  expect((await owner.post(`/moves/${damaged._id}/start`, {})).status).toBe(400);
  await owner.delete(`/moves/${damaged._id}`);

  // A quotation mark too much would make one cell of several, or of several rows.
  for (const [from, line] of [
    ['MG Road 12', 2],
    ['Hazratganj 3', 3],
  ] as const) {
    const swallowed = await add(customers.replace(from, `"${from}`), 'swallowed.csv');
    expect(swallowed.files).toMatchObject([
      { problem: `A cell of line ${line} contains others. Check the quotation marks of this line.` },
    ]);
    await owner.delete(`/moves/${swallowed._id}`);
  }
});

it('a ZIP is read without the files in it that are no exports, and says which', async () => {
  const { status, body } = await send(
    zipOf([
      { name: 'Shop/orders.csv', bytes: Buffer.from(orders) },
      { name: 'Shop/read me.txt', bytes: Buffer.from('Hello') },
      { name: 'Shop/invoices.csv', bytes: Buffer.from('Invoice,Date\n1,2\n') },
    ]),
    'shop.zip',
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({
    files: [{ name: 'orders.csv' }],
    refused: [
      { name: 'read me.txt', message: expect.stringMatching(/^No columns were found/) },
      { name: 'invoices.csv', message: expect.stringMatching(/^This is not an export/) },
    ],
  });
  const { _id } = await add(orders.replace(',157.00,3297.00,', ',157.00,3299.00,'), 'corrected.csv');
  expect(await remarks(_id, 'orders')).toEqual(
    expect.arrayContaining([
      '2 #1001 left: It repeats line 2 of “orders.csv” with another amount',
      '4 #1002 left: It repeats line 4 of “orders.csv”',
    ]),
  );
  await owner.delete(`/moves/${body._id}`);
});

it('orders of WooCommerce come whole from every notation of the export plugins, and only with possible amounts', async () => {
  const plugin = `Order Number;Order Status;Order Date;Email (Billing);Order Total Amount;SKU;Item Name;Quantity;Item Cost
6101;Completed;13-04-2025 09:30;sita@example.net;1,150.00;B;Belt;1;600
;;;;;C;Cap;2;250
6102;Completed;2025-05-02;anika@example.com;600;B;Belt;1;600
6103;Completed;2025-05-02;sita@example.net;-5;B;Belt;1;600
6104;Completed;2025-05-02;sita@example.net;99999999999999;B;Belt;1;600
`;
  const { _id } = await add(plugin, 'plugin.csv');
  await add('Email,First Name,Last Name,Total Spent\nsita@example.net,Sita,Devi,0\n');
  expect(await remarks(_id, 'orders')).toEqual([
    '5 6103 left: The total “-5” is negative',
    '6 6104 left: The total “99999999999999” can’t be read',
  ]);
  await act(_id, 'start');
  const found = await formerOrders('search=61');
  expect(found.map(({ number, name, total, items }) => [number, name, total, items])).toEqual([
    ['6102', 'Anika Example', 600, 1],
    ['6101', 'Sita Devi', 1150, 3],
  ]);
  await act(_id, 'undo');
});

it('the files of a ZIP are read in any order, with other separators, encodings and column orders', async () => {
  const semicolons = orders
    .split('\n')
    .map((line) => line.replaceAll('"Gift, no bill"', 'Gift').replaceAll(',', ';'))
    .join('\r\n')
    .replaceAll('#10', '#20');
  const turned = (text: string) =>
    text
      .split('\n')
      .map((line) => line.split(',').toReversed().join(','))
      .join('\n');
  const bytes = Buffer.from(
    `\ufeff${turned('Email,First Name,Last Name,Total Spent\nüser@example.com,Zoë,Çelik,0\nzoe@example.com,Zoë,Çelik,0')}`,
  );
  const move = await add(
    zipOf([
      { name: 'export/orders.csv', bytes: Buffer.from(`\ufeff${semicolons}`, 'utf16le') },
      { name: '__MACOSX/._orders.csv', bytes: Buffer.from('x') },
      { name: 'customers.csv', bytes },
    ]),
    'all.zip',
  );
  expect(move.files.map(({ kind, problem }) => [kind, problem])).toEqual([
    ['customers', ''],
    ['orders', ''],
  ]);
  expect(move.counts).toMatchObject([{ new: 2 }, { new: 3, left: 2 }]);
  await owner.delete(`/moves/${move._id}`);
});

it('the sample exports are moved to the paisa', async () => {
  const sample = async (name: string) =>
    (await readFile(`tests/exports/shopify-${name}.csv`, 'utf8'))
      .replaceAll('#10', '#S10')
      .replaceAll(/example\./gi, 'sample.')
      .replaceAll('9800', '9700');
  await add(await sample('customers'));
  const { _id, counts } = await add(await sample('orders'));
  expect(counts).toMatchObject([
    { new: 8, known: 0, left: 0 },
    { new: 7, known: 0, left: 0 },
  ]);
  await act(_id, 'start');
  const found = await formerOrders('search=%23s10');
  expect(found.map(({ number, total, net, items }) => [number, total, net, items])).toEqual([
    ['#S1007', 2298, 2298, 4],
    ['#S1006', 2500, 0, 1],
    ['#S1005', 450, 0, 1],
    ['#S1004', 899, 0, 1],
    ['#S1003', 1768.65, 1369.65, 2],
    ['#S1002', 25980, 25980, 20],
    ['#S1001', 3297, 3297, 3],
  ]);
  expect(found.every(({ customer }) => customer !== null)).toBe(true);

  const { body: compared } = await owner.get(`/moves/${_id}/reconciliation`);
  expect(compared).toMatchObject({
    kinds: [
      { kind: 'customers', inFiles: 8, moved: 8, left: 0, here: 8 },
      { kind: 'orders', inFiles: 7, moved: 7, left: 0, here: 7 },
    ],
    orders: [],
  });
  const months = (compared as Reconciliation).months.map(({ month, fileOrders, fileTotal, hereTotal }) => [
    month,
    fileOrders,
    fileTotal,
    hereTotal,
  ]);
  expect(months).toEqual([
    ['2024-11', 1, 3297, 3297],
    ['2024-12', 1, 25980, 25980],
    ['2025-01', 1, 1768.65, 1768.65],
    ['2025-03', 1, 899, 899],
    ['2025-04', 1, 450, 450],
    ['2025-10', 1, 2500, 2500],
    ['2026-02', 1, 2298, 2298],
  ]);
  expect((compared as Reconciliation).customers).toContainEqual(
    expect.objectContaining({ name: 'Anika Example', inFile: 4797, here: 5595 }),
  );

  // An invitation is mailed on request; it keeps what the shop has entered.
  const email = 'esha@sample.com';
  const [{ _id: esha } = { _id: '' }] = (await owner.get(`/customers?search=${email}`))
    .body as unknown as Customer[];
  expect((await owner.get(`/customers/${esha}`)).body.mayBeInvited).toBe(true);
  expect((await owner.post('/customers/invite', { ids: [esha] })).body).toEqual({ invited: 1 });
  await shop.minute();
  const mail = await lastMail(shop, email);
  const [, token] = /reset-password\/([\w-]+)/.exec(String(mail?.plain)) ?? [];
  const payload = { password: 'a long enough pass phrase 7' };
  expect((await shop.call('PUT', `/auth/reset-password/${token}`, { payload })).status).toBe(200);
  expect((await owner.get(`/customers/${esha}`)).body).toMatchObject({
    mobile: '9700000005',
    mayBeInvited: false,
    addresses: [{ city: 'Kolkata' }],
  });

  // An erasure removes the person, and keeps amounts and products.
  const [, , , , , , { customer: first, _id: orderId } = { customer: '', _id: '' }] = found;
  expect((await owner.delete(`/customers/${first}`)).status).toBe(200);
  const { body: erased } = await owner.get(`/former-orders/${orderId}`);
  expect(erased).toMatchObject({ name: 'Name removed', email: '', mobile: '', billing: null, total: 3297 });
  expect(JSON.stringify(erased)).not.toMatch(/anika|MG Road|97000\d{5}/i);
  expect((erased as FormerOrderDetail).lines).toHaveLength(2);
});

it('old orders are those of an account only if it has proved its address or number (T-PRV-17)', async () => {
  const register = async (email: string) => {
    const person = { name: 'Mallory', email, mobile: '', password: 'a long enough pass phrase 7' };
    const { token } = (await shop.post('/auth/register', person)).body;
    return { headers: { authorization: `Bearer ${token}` } };
  };
  const byEmail = await register('geeta2@example.com');
  const byMobile = await register(freshEmail());
  await shop.call('PUT', '/auth/profile', { payload: { mobile: '9800000007' }, ...byMobile });
  await shop.minute();
  const others = orders
    .replaceAll('#10', '#20')
    .replaceAll('geeta@', 'geeta2@')
    .replaceAll('9800000006', '9800000007');
  await act((await add(others))._id, 'start');
  const numbersOf = async (person: typeof byEmail) =>
    (
      (await shop.get('/auth/my-data', person)).body.records as Record<string, { number: string }[]>
    ).former_orders?.map(({ number }) => number);
  expect([await numbersOf(byEmail), await numbersOf(byMobile)]).toEqual([[], []]);
  const now = shop.clock.now();
  const proves = (values: object) => shop.db.updateTable('users').set(values);
  await proves({ emailVerifiedAt: now }).where('email', '=', 'geeta2@example.com').execute();
  await proves({ mobileVerifiedAt: now }).where('mobile', '=', '9800000007').execute();
  expect([await numbersOf(byEmail), await numbersOf(byMobile)]).toEqual([['#2003'], ['#2002']]);
});

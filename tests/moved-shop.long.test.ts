import { expect, it } from 'vitest';
import type { Move } from '../shared/contract/moves.ts';
import { movesOf } from './support/moves.ts';
import { asOwner } from './support/owner.ts';
import { testShop } from './support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const moves = movesOf(shop, owner);

const counts = { products: 5000, customers: 20_000, orders: 50_000 };
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const file = (head: string, rows: string[]) => Buffer.from([head, ...rows, ''].join('\n'));
const mobileOf = (i: number) => `'9${String(100_000_000 + i)}`;

const products = file(
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src',
  numbers(counts.products).flatMap((i) => {
    const row = (name: string, size: string, more: string) =>
      `product-${i},${name},${more},Size,${size},SKU-${i}-${size},5,${100 + (i % 900)}.50,,`;
    return [
      row(
        `Product ${i}`,
        'S',
        `<p>Made by hand, number ${i}</p>,Maker ${i % 40},Type ${i % 12},handmade,true`,
      ),
      row('', 'L', ',,,,'),
    ];
  }),
);
const customers = file(
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Phone,Total Spent,Total Orders,Note,Tags',
  numbers(counts.customers).map(
    (i) =>
      `'${7_000_000 + i},Asha,Rao ${i},asha${i}@example.com,yes,,"MG Road ${i}, 2nd floor",Bengaluru,KA,IN,'560001,${mobileOf(i)},0.00,0,${i % 10 ? '' : 'Likes blue'},"tag ${i % 7}"`,
  ),
);
const paiseOf = (i: number) => 10_000 + (i % 5000) * 7;
const rupees = (paise: number) => `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
const orders = file(
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Address1,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Refunded Amount,Outstanding Balance,Id',
  numbers(counts.orders).flatMap((i) => {
    const day = `20${20 + (i % 6)}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`;
    const person = i % 25_000;
    const head = `#${1000 + i},asha${person}@example.com,paid,fulfilled,INR,${rupees(paiseOf(i))},0.00,0.00,${rupees(paiseOf(i))},,0.00,${day} 10:15:00 +0530`;
    const line = (n: number) => `${n},Product ${i % counts.products},50.00,SKU-${i % counts.products}-S`;
    const rows = [
      `${head},${line(1)},Asha Rao,MG Road ${person},Bengaluru,'560001,KA,IN,${mobileOf(person)},0.00,0.00,'${i}`,
    ];
    if (i % 2) rows.push(`#${1000 + i},asha${person}@example.com,,,,,,,,,,,${line(2)},,,,,,,,,,`);
    return rows;
  }),
);
const sum = numbers(counts.orders).reduce((all, i) => all + paiseOf(i), 0);

async function sums() {
  const {
    orders: count,
    paise,
    linked,
  } = await shop.db
    .selectFrom('formerOrders')
    .select((eb) => [
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<string>('totalPaise').as('paise'),
      eb.fn.count<number>('customerId').as('linked'),
    ])
    .executeTakeFirstOrThrow();
  return { orders: count, paise: Number(paise), linked };
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const megabytes = Math.round(process.memoryUsage().rss / 1024 ** 2);
  process.stdout.write(`move: ${name} took ${seconds} s, the process has ${megabytes} MB\n`);
  return result;
}

async function read(): Promise<Move> {
  await moves.add(orders, 'orders.csv');
  await moves.add(customers, 'customers.csv');
  return moves.add(products, 'products.csv');
}

it('a shop of 5,000 products, 20,000 customers and 50,000 orders is moved, undone and moved again', async () => {
  const rounds: unknown[] = [];
  for (const round of ['first', 'second']) {
    const draft = await timed(`${round} preview`, read);
    expect(draft.files.map(({ problem }) => problem)).toEqual(['', '', '']);
    expect(draft.counts.map(({ kind, new: created }) => [kind, created])).toEqual(Object.entries(counts));
    const done = await timed(`${round} import`, () => moves.act(draft._id, 'start'));
    expect(done).toMatchObject({ state: 'imported', done: done.total });
    rounds.push(await sums());
    expect((await owner.get('/products?limit=1')).body.total).toBe(counts.products);
    if (round === 'first') {
      const undone = await timed('undo', () => moves.act(draft._id, 'undo'));
      expect(undone).toMatchObject({ state: 'undone', remains: [] });
      expect((await sums()).orders).toBe(0);
    }
  }
  expect(rounds[0]).toEqual({ orders: counts.orders, paise: sum, linked: 40_000 });
  expect(rounds[1]).toEqual(rounds[0]);
});

// The limits of calls and orders: the smallest statements for the same work, sent with `pg` by a process that does
// nothing else. rows.ts starts it.
import pg from 'pg';

export type DatabaseTask = {
  url: string;
  kind: 'product' | 'list' | 'search' | 'order';
  callers: number;
  ms: number;
};

const reads = {
  product: `select p.*, (select jsonb_agg(v) from variants v where v.product_id = p.id) as variants from products p
    where p.id = (select id from products where status = 'active' limit 1)`,
  list: `select p.*, (select jsonb_agg(v) from variants v where v.product_id = p.id) as variants from products p
    where status = 'active' order by created_at desc limit 24`,
  search: `select p.*, (select jsonb_agg(v) from variants v where v.product_id = p.id) as variants from products p
    where status = 'active' and name ilike '%indigo%' order by created_at desc limit 24`,
};

/** An order of two lines and its payment, in tables of its own with the least that an order needs. */
const tables = `
  create schema if not exists bench;
  create table if not exists bench.orders (id uuid primary key default gen_random_uuid(), status text not null,
    content jsonb not null, created_at timestamptz not null default now());
  create table if not exists bench.lines (order_id uuid references bench.orders, variant int, quantity int,
    primary key (order_id, variant));
  create table if not exists bench.events (order_id uuid references bench.orders, at timestamptz default now(), status text);
  create table if not exists bench.payments (id bigserial primary key, order_id uuid references bench.orders, paise bigint);
  create table if not exists bench.stock (variant int primary key, stock int not null check (stock >= 0));
  insert into bench.stock select i, 100000000 from generate_series(1, 1000) i on conflict do nothing`;
const insertOrder = `with made as (
    insert into bench.orders (status, content) values ('pending', $1) returning id),
  taken as (update bench.stock set stock = stock - 1 where variant in ($2, $3) returning variant),
  sold as (insert into bench.lines select id, variant, 1 from made, taken)
  insert into bench.events (order_id, status) select id, 'pending' from made returning order_id`;
const payOrder = `with paid as (update bench.orders set status = 'paid' where id = $1 returning id),
  noted as (insert into bench.events (order_id, status) select id, 'paid' from paid)
  insert into bench.payments (order_id, paise) select id, 100 from paid`;

process.on('message', async (task: DatabaseTask) => {
  process.send?.(await run(task).catch((error: unknown) => ({ error: String(error) })));
});

async function run({ url, kind, callers, ms }: DatabaseTask): Promise<{ perSecond: number }> {
  const pool = new pg.Pool({ connectionString: url, max: callers });
  if (kind === 'order') await pool.query(tables);
  let done = 0;
  const content = { name: 'Asha Rao', address: 'x'.repeat(200) };

  async function once(client: pg.PoolClient): Promise<void> {
    if (kind !== 'order') {
      await client.query({ name: kind, text: reads[kind] });
      return;
    }
    // In order of the variants, so that no two orders wait for each other in a circle.
    const first = 1 + Math.floor(Math.random() * 999);
    const { rows } = await client.query({
      name: 'insertOrder',
      text: insertOrder,
      values: [content, first, first + 1],
    });
    await client.query({ name: 'pay', text: payOrder, values: [rows[0].order_id] });
  }

  const clients = await Promise.all(Array.from({ length: callers }, () => pool.connect()));
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < ms) {
        await once(client);
        done++;
      }
      client.release();
    }),
  );
  const perSecond = (done / (performance.now() - startedAt)) * 1000;
  await pool.end();
  return { perSecond };
}

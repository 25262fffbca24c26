// Slow: `npm run check` leaves this file out.
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { makeBackup } from '../server/backup/backup.ts';
import { findLastBackup } from '../server/backup/last-backup.ts';
import { moveDatabase, restoreBackup } from '../server/backup/restore.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { listPendingJobs, startJobs } from '../server/jobs/jobs.ts';
import { audit } from '../server/reports/audit.ts';
import { prepareShop } from '../server/runtime/prepare-shop.ts';
import { createTasks } from '../server/tasks.ts';
import {
  backUp,
  emptyDatabase,
  emptyFolder,
  emptyPlace,
  query,
  removePlaces,
  runScript,
} from './support/backups.ts';
import { createProduct } from './support/factories.ts';
import { longIt } from './support/long-run.ts';
import { asOwner } from './support/owner.ts';
import { type PlacedOrder, place, verify } from './support/purchase.ts';
import { loadRelease } from './support/release.ts';
import { createTestShop, testShop } from './support/shop.ts';

let productId: string;
let picture: string;
/** Of the shop before any test changes it. */
let archive: string;

const shop = await testShop();
beforeAll(async () => {
  const owner = await asOwner(shop);
  picture = await owner.upload();
  const product = await createProduct(shop.db, { stock: 500 });
  productId = product.id;
  const order = await buy();
  const { id } = await shop.db
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  await owner.post(`/order/admin/${order.id}/refund`, {
    amount: 100,
    lines: [{ line_id: id, quantity: 1 }],
    restock: true,
    reason: 'Scratched "badly"\\ with a\ttab,\nand a line break',
  });
  await shop.runJobs();
  await place(shop, [{ id: productId }]);
  const queue = await startJobs(shop.databaseUrl, shop.deps.log);
  await queue.jobs.enqueue(shop.db, 'account-link', { email: 'asha@example.in', request: 'r1' });
  await queue.stop();
  await writeFile(path.join(shop.deps.config.dataDir, 'first-admin-password'), '{}', { mode: 0o600 });
  archive = (await backUp(shop)).file;
});
afterAll(() => removePlaces());

async function buy() {
  const order = await place(shop, [{ id: productId, quantity: 2 }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return order;
}

const restore = (file: string, config: Config) => restoreBackup(file, config, () => {});
const move = (target: string, config: Config) => moveDatabase(target, config, () => {});

/**
 * The content of every table and sequence, of whatever schema, but the queue's, the moments of migrations, and what a
 * restore adds.
 */
async function contentOf(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const rows = async (text: string) => (await client.query(text)).rows;
  const tables: { name: string }[] = await rows(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema !~ '^pg_|^information_schema$|^pgboss$'
       and table_name not in ('schema_migrations', 'restores', 'admin_log_head') order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables)
    [content[name]] = await rows(
      `select count(*)::int, md5(string_agg(t::text, '|' order by t::text)) from ${name} t
       ${name === 'public.admin_log' ? `where action not in ('backup.restore', 'database.move')` : ''}`,
    );
  const sequences = `select schemaname, sequencename, last_value from pg_sequences where schemaname <> 'pgboss'
    and sequencename not in ('restores_id_seq', 'admin_log_id_seq') order by 1, 2`;
  const rules = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace::regnamespace::text <> 'pgboss' order by 1, 2`;
  const triggers = `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
    where not tgisinternal and tgrelid::regclass::text !~ '^pgboss' order by 1, 2`;
  const all = {
    content,
    sequences: await rows(sequences),
    rules: await rows(rules),
    triggers: await rows(triggers),
    migrations: await rows('select name, checksum from schema_migrations order by name'),
  };
  await client.end();
  return all;
}

describe('a backup (T-CRS-09)', () => {
  it('is restored with every table, the pictures, the first password and unfinished jobs', async () => {
    const target = await emptyPlace();
    expect(await restore(archive, target)).toEqual([]);
    expect(await contentOf(target.databaseUrl)).toEqual(await contentOf(shop.databaseUrl));
    const fileOf = (config: Config) => readFile(path.join(config.dataDir, 'files', picture));
    expect(await fileOf(target)).toEqual(await fileOf(shop.deps.config));
    const password = await stat(path.join(target.dataDir, 'first-admin-password'));
    expect(password.mode & 0o777).toBe(0o600);
    const client = new pg.Client(target.databaseUrl);
    await client.connect();
    const pending = await listPendingJobs(client).finally(() => client.end());
    expect(pending).toEqual([{ name: 'account-link', data: { email: 'asha@example.in', request: 'r1' } }]);
    expect((await readdir(target.dataDir)).filter((name) => /part|heartbeat/.test(name))).toEqual([]);
  });

  longIt(
    'is consistent while shoppers buy, is the last good one, and closed to other users (T-IDR-15)',
    async () => {
      const [backup] = await Promise.all([backUp(shop), ...Array.from({ length: 20 }, buy)]);
      expect(backup.findings).toEqual([]);
      expect(await findLastBackup(shop.deps.config)).toMatchObject({
        file: backup.file,
        bytes: backup.bytes,
      });
      expect(await readdir(path.dirname(backup.file))).toEqual([path.basename(backup.file)]);
      const lastBackup = path.join(shop.deps.config.dataDir, 'last-backup.json');
      const modes = [backup.file, lastBackup].map(async (file) => (await stat(file)).mode & 0o777);
      expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
    },
  );

  longIt(
    'that fails the audit is stored, is not recorded as the last good one, and deletes no older backup',
    async () => {
      const before = await findLastBackup(shop.deps.config);
      const file = path.join(shop.deps.config.dataDir, 'files', picture);
      const bytes = await readFile(file);
      await shop.deps.files.remove(picture);
      const backup = await backUp(shop);
      await writeFile(file, bytes);
      expect(backup.findings).toMatchObject([{ check: 'pictures' }]);
      expect((await stat(backup.file)).size).toBe(backup.bytes);
      expect(await findLastBackup(shop.deps.config)).toEqual(before);
    },
  );

  it('that fails leaves no archive', async () => {
    const folder = await emptyFolder();
    const pool = openPool(shop.databaseUrl, 2);
    const failing = async () => {
      throw new Error('no space left');
    };
    const request = { pool, config: shop.deps.config, target: folder, say: () => {}, scratch: failing };
    await expect(makeBackup(request).finally(() => pool.end())).rejects.toThrow('no space left');
    expect(await readdir(folder)).toEqual([]);
  });

  it('says that the temporary folder can’t be used (T-CRS-91)', async () => {
    const pool = openPool(shop.databaseUrl, 2);
    const { TMPDIR } = process.env;
    const request = { pool, config: shop.deps.config, target: await emptyFolder(), say: () => {} };
    process.env.TMPDIR = '/nonexistent';
    const failed = makeBackup(request).finally(() => pool.end());
    await expect(failed).rejects.toThrow(
      /^The temporary folder \/nonexistent can't be used: .*\. Set TMPDIR/,
    );
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  longIt('of the previous release is restored and upgraded; one of a later release is refused', async () => {
    const former = await emptyDatabase();
    await loadRelease(former, '0.3.0');
    const early = await backUp(shop, { pool: openPool(former, 2) });
    const target = await emptyPlace();
    expect(await restore(early.file, target)).toEqual([]);
    const products = 'select slug from products order by slug';
    expect(await query(target.databaseUrl, products)).toEqual(await query(former, products));
    const record = `insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`;
    await query(target.databaseUrl, record);
    await expect(backUp(shop, { pool: openPool(target.databaseUrl, 2) })).rejects.toThrow(
      /another version of the shop .*9999_later/,
    );
  });

  it.each(['cut short', 'changed', 'of another kind'])('that is %s is refused', async (damage) => {
    const target = await emptyPlace();
    const bytes = await readFile(archive);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    const damaged = damage === 'cut short' ? bytes.subarray(0, middle) : bytes;
    const file = path.join(await emptyFolder(), 'damaged.tar.gz');
    await writeFile(file, damage === 'of another kind' ? 'PGDMP' : damaged);
    await expect(restore(file, target)).rejects.toThrow(/is damaged/);
    expect(await readdir(target.dataDir)).toEqual(['haat.lock.sqlite']);
    expect(await query(target.databaseUrl, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it('is not restored over an existing shop', async () => {
    const target = await emptyPlace();
    await mkdir(path.join(target.dataDir, 'backups'));
    await copyFile(archive, path.join(target.dataDir, 'a.tar.gz'));
    const full = { ...target, databaseUrl: shop.databaseUrl };
    await expect(restore(path.join(target.dataDir, 'a.tar.gz'), full)).rejects.toThrow(/has tables already/);
    await mkdir(path.join(target.dataDir, 'files'));
    await expect(restore(archive, target)).rejects.toThrow(/not empty \(a.tar.gz, files\)/);
  });
});

longIt(
  'a restore that is killed after the rows were committed leaves a database that no shop serves (T-CRS-13)',
  async () => {
    const target = await emptyPlace();
    const { databaseUrl, dataDir } = target;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test', CRASH_AT: 'rows-restored' };
    expect(await runScript('restore', [archive], env)).toMatchObject({ code: null });
    expect(await query(databaseUrl, 'select id from orders')).not.toEqual([]);
    const pool = openPool(databaseUrl, 4);
    const { files, log } = shop.deps;
    const parts = { pool, databaseUrl, db: openDatabase(pool), files, log, say: () => {} };
    await expect(prepareShop({ ...parts, config: target })).rejects.toThrow(/restore .* did not finish/i);
    await expect(backUp(shop, { pool })).rejects.toThrow(/did not finish/);
    await expect(restore(archive, { ...target, dataDir: await emptyFolder() })).rejects.toThrow(/has tables/);
  },
);

longIt(
  'a restored shop ends sessions, uses no number twice and asks the provider for what the backup lacks (T-CRS-05, T-CRS-14)',
  async () => {
    const live = await createTestShop({ live: true });
    const owner = await asOwner(live);
    const product = await createProduct(live.db, { stock: 9 });
    const order = async (email?: string) => place(live, [{ id: product.id }], email ? { email } : {});
    const pay = async (placed: PlacedOrder) => verify(live, await live.fake.pay(placed.providerOrderId));
    const [kept, unpaid] = [await order(), await order('asha2@example.in')];
    await pay(kept);
    await owner.put('/site-info/admin', { refundApprovalRupees: 100 });
    const manager = await asOwner(live, 'manager');
    expect((await manager.post(`/order/admin/${kept.id}/refund`, { reason: 'Torn' })).status).toBe(202);
    const { file } = await backUp(live);
    await pay(unpaid);
    const lost = await order('asha3@example.in');
    await pay(lost);
    const [approval] = (await owner.get('/refund-approvals')).body as unknown as { _id: string }[];
    expect((await owner.post(`/refund-approvals/${approval?._id}/approve`)).status).toBe(200);
    await live.runJobs();

    const place2 = await emptyPlace();
    expect(await restore(file, place2)).toEqual([]);
    const config = { ...place2, payments: { mode: 'sandbox' as const, isExplicit: true } };
    const pool = openPool(config.databaseUrl, 4);
    const db = openDatabase(pool);
    const { files, log } = live.deps;
    const printed: string[] = [];
    const say = (line: string) => printed.push(line);
    const start = () => prepareShop({ config, pool, databaseUrl: config.databaseUrl, db, files, log, say });
    const first = await start();
    const skipped = await query(
      config.databaseUrl,
      'select series, first, last from skipped_numbers order by 1',
    );
    expect(skipped).toEqual([
      { series: 'CN', first: 1, last: 1000 },
      // Gift cards may have been sold for the first time after the backup.
      { series: 'GC', first: 1, last: 1000 },
      { series: 'GCN', first: 1, last: 1000 },
      { series: 'HT', first: 2, last: 2000 },
    ]);
    expect(printed.join()).toMatch(
      /Restored the backup of .*Sessions ended: 2. Waiting refunds rejected: 1. Numbers skipped: CN.* to CN.*1000, GC.*, HT/,
    );
    expect(await query(config.databaseUrl, 'select user_id from sessions')).toEqual([]);
    const log1 = `select subject, detail->>'reason' as reason from admin_log where action = 'order.skip-numbers' order by 1`;
    expect(await query(config.databaseUrl, log1)).toMatchObject([
      {
        subject: expect.stringMatching(/^CN.*000001 to CN.*001000$/),
        reason: expect.stringMatching(/backup/),
      },
      { subject: expect.stringMatching(/^GC\//) },
      { subject: expect.stringMatching(/^GCN\//) },
      { subject: expect.stringMatching(/^HT.*000002 to HT.*002000$/) },
    ]);

    // Paid since: nobody can approve it again.
    expect(await query(config.databaseUrl, 'select state, decided_by from refund_approvals')).toEqual([
      { state: 'rejected', decided_by: null },
    ]);
    const event = `select note from order_events where note like 'Refund of % rejected%'`;
    expect(await query(config.databaseUrl, event)).toMatchObject([
      { note: expect.stringMatching(/₹1,299 rejected: .*may have been paid after the backup of .*restored/) },
    ]);

    const tasks = createTasks({ ...live.deps, db, config, jobs: first.queue.jobs });
    await tasks['after-restore']({});
    const documents = await query(
      config.databaseUrl,
      'select order_id as id, right(code, 6) as number from invoices order by code',
    );
    expect(documents).toEqual([
      { id: kept.id, number: '001001' },
      { id: kept.id, number: '000001' },
      { id: unpaid.id, number: '002001' },
    ]);
    const alerts = `select kind, detail from attention_items order by kind`;
    const found = expect.stringMatching(
      /1 payments and 1 refunds recorded, 1 payments without an order.*waited for approval: 1\..*HT/,
    );
    expect(await query(config.databaseUrl, alerts)).toMatchObject([
      { kind: 'payment-without-order', detail: { amountPaise: 129_900 } },
      { kind: 'restored', detail: { found } },
    ]);
    expect(await audit(db, files)).toEqual([]);
    // Later starts and runs change nothing.
    const second = await start();
    await tasks['after-restore']({});
    expect(await query(config.databaseUrl, 'select count(*)::int from skipped_numbers')).toEqual([
      { count: 4 },
    ]);
    await first.queue.stop();
    await second.queue.stop();
    await pool.end();
    await live.close();
  },
);

describe('moving to another database', () => {
  longIt('works to the embedded PostgreSQL and back, which then no longer starts (T-CRS-12)', async () => {
    const first = await emptyPlace();
    await restore(archive, first);
    expect(await move('embedded', first)).toEqual([]);
    await expect(move('embedded', first)).rejects.toThrow(/has a database already/);
    const second = await emptyDatabase();
    const { databaseUrl } = first;
    const embedded = { ...first, databaseUrl: undefined };
    expect(await move(second, embedded)).toEqual([]);
    expect(await contentOf(second)).toEqual(await contentOf(databaseUrl));
    const { host, pathname } = new URL(second);
    const log = `select by_label, detail->>'from' as "from", detail->>'to' as "to" from admin_log
      where action = 'database.move' order by id desc limit 1`;
    expect(await query(second, log)).toEqual([
      { by_label: 'Command line', from: 'the embedded PostgreSQL', to: `${host}${pathname}` },
    ]);
    await expect(move(second, first)).rejects.toThrow(/has tables already/);
    const started = startEmbeddedPostgres({ dataDir: first.dataDir, log: () => {} });
    await expect(started).rejects.toThrow(`moved to ${host}${pathname}, and the one in`);
    await expect(started).rejects.not.toThrow(/postgres:\/\//);
    await rm(path.join(first.dataDir, 'postgres', 'moved-to'));
    expect(await move(await emptyDatabase(), embedded)).toEqual([]);
  });

  longIt('that is killed before the audit leaves one shop that starts (T-CRS-12)', async () => {
    const first = await emptyPlace();
    await restore(archive, first);
    expect(await move('embedded', first)).toEqual([]);
    const { dataDir } = first;
    const second = await emptyDatabase();
    const env = { DATA_DIR: dataDir, NODE_ENV: 'test', CRASH_AT: 'restored' };
    expect(await runScript('move', [second], env)).toMatchObject({ code: null });
    expect(await contentOf(second)).toEqual(await contentOf(first.databaseUrl));
    await expect(startEmbeddedPostgres({ dataDir, log: () => {} })).rejects.toThrow('moved to');
  });

  it('is refused while the shop runs', async () => {
    const config = { ...readConfig({ DATA_DIR: await emptyFolder() }), databaseUrl: shop.databaseUrl };
    await expect(move(await emptyDatabase(), config)).rejects.toThrow(/Stop it first/);
  });
});

describe('npm run backup', () => {
  const run = (...args: string[]) =>
    runScript('backup', args, { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.deps.config.dataDir });

  longIt('stores an archive in DATA_DIR/backups after restoring it to a separate PostgreSQL', async () => {
    const { code, output, errors } = await run();
    expect(errors).toBe('');
    expect(output).toMatch(/Read \d+ tables with [\d,]+ rows\nPacked \d+ files\nRestored it/);
    expect(output).toContain('The audit found no problems');
    expect(code).toBe(0);
    const [name] = await readdir(path.join(shop.deps.config.dataDir, 'backups'));
    expect(name).toMatch(/^haat-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/);
  });

  it('exits with 1 and the reason if the folder can’t be used', async () => {
    const { code, errors } = await run(archive);
    expect(errors).toMatch(`The backup can't be stored in ${archive}: EEXIST`);
    expect(errors).toContain('Name a folder instead of this file.');
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });
});

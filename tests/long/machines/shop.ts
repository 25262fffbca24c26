import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { startEmbeddedPostgres } from '../../../postgres/embedded.ts';
import { addAdmin } from '../../../server/accounts/admins/admins.ts';
import { openDatabase, openPool } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { startFakeBucket } from '../../fakes/bucket.ts';
import { startFakeRazorpay } from '../../fakes/razorpay.ts';
import { createProduct } from '../../support/factories.ts';
import { startMailServer } from '../../support/mailbox.ts';
import { callAt, type ServerProcess, startServer } from '../../support/server-process.ts';
import { signIn } from '../shop.ts';
import { startDatabaseCluster } from './database-cluster.ts';
import { createNetwork } from './network.ts';
import { createProgram, untilListening } from './programs.ts';

const host = '127.0.0.1';
const frontPort = 4400;
const shopPorts = [4401, 4402, 4403];

/**
 * Starts one shop on several machines: HAProxy, three servers with a data folder each, a bucket, and a cluster of
 * PostgreSQL behind PgBouncer.
 */
export async function startShopOfMachines(seed: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-machines-'));
  await chmod(folder, 0o755);
  const pathOf = (name: string) => path.join(folder, name);
  const cluster = await startDatabaseCluster(folder, createNetwork());
  const postgres = await startEmbeddedPostgres({
    dataDir: pathOf('provider'),
    log: () => {},
    throwaway: true,
  });
  const providerPool = openPool(postgres.url, 2);
  await migrate(providerPool);
  await providerPool.end();
  const fake = await startFakeRazorpay({
    databaseUrl: postgres.url,
    webhookUrl: `http://${host}:${frontPort}/api/razorpay/webhook`,
    seed,
    behaviour: { listLagSeconds: 0 },
  });
  const mailbox = await startMailServer();
  const bucket = await startFakeBucket();
  const settings = {
    DATABASE_URL: cluster.pooledUrl,
    DIRECT_DATABASE_URL: cluster.directUrl,
    SMTP_URL: mailbox.url,
    LOG_LEVEL: 'error',
    SEED: 'empty',
    S3_BUCKET: 'shop',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    ADMIN_EMAIL: 'owner@example.in',
    RATE_LIMIT: 'off',
    TRUST_PROXY: host,
    RAZORPAY_KEY_ID: fake.keyId,
    RAZORPAY_KEY_SECRET: fake.keySecret,
    RAZORPAY_API_URL: fake.url,
    RAZORPAY_WEBHOOK_SECRET: fake.webhookSecret,
  };
  const servers = shopPorts.map((port, index) =>
    createProgram(process.execPath, [path.resolve('server/main.ts')], {
      user: 'root',
      log: pathOf(`server${index}.log`),
      env: { NODE_ENV: 'production', PORT: String(port), DATA_DIR: pathOf(`data${index}`), ...settings },
    }),
  );
  for (const server of servers) server.start();
  await writeFile(pathOf('haproxy-front.cfg'), frontSettings);
  const front = createProgram('/usr/sbin/haproxy', ['-f', pathOf('haproxy-front.cfg')], {
    user: 'root',
    log: pathOf('haproxy-front.log'),
  });
  front.start();
  await untilListening(frontPort, host);
  const call = callAt(frontPort);
  const isOpen = async (port: number) => (await callAt(port)('GET', '/health/ready'))?.status === 200;
  const untilOpen = async () => {
    while (!(await Promise.all(shopPorts.map(isOpen))).every(Boolean)) await sleep(200);
  };
  await untilOpen();

  const pool = openPool(cluster.directUrl, 10);
  const db = openDatabase(pool);
  await db.updateTable('siteInfo').set({ opening: '{"isOpen": true}' }).execute();
  const products: string[] = [];
  for (let n = 0; n < 5; n++) products.push((await createProduct(db, { stock: 20 })).id);
  const query = async <Row = Record<string, string>>(sql: string) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(sql))).rows;
  const env = { ...settings, DATA_DIR: pathOf('data0') };
  const repairs: ServerProcess[] = [];
  return {
    db,
    fake,
    mailbox,
    products,
    query,
    call,
    env,
    cluster,
    front,
    untilOpen,
    /** The servers behind the proxy. */
    machines: servers,
    /** Run the jobs of the minute when the test says so, after `startRepairs`. */
    servers: repairs,
    async startRepairs() {
      const surroundings = {
        fake,
        databaseUrl: cluster.directUrl,
        deps: { config: { dataDir: pathOf('data0') } },
      };
      const { DATABASE_URL, DIRECT_DATABASE_URL, ...more } = settings;
      repairs.push(await startServer(surroundings, { port: 4404, env: more }));
    },
    /** Machines fail all the time. */
    mayReply: (status: number | undefined) =>
      status === undefined || status < 500 || [502, 503, 504].includes(status),
    async untilPostgresIsUp() {
      while (!(await query('select 1').catch(() => undefined))) await sleep(200);
    },
    async createAdmin(roleId: string, email = `admin.${crypto.randomUUID()}@example.in`) {
      const { password } = await addAdmin(db, email);
      await db.updateTable('users').set({ roleId, disabledAt: null }).where('email', '=', email).execute();
      return signIn(call, email, password);
    },
    /** Kept for a look at the logs unless everything was right. */
    async close(isRight: boolean) {
      for (const server of repairs) await server.end();
      for (const server of [...servers, front]) server.kill();
      await fake.close();
      await mailbox.stop();
      await bucket.stop();
      await pool.end();
      await postgres.stop();
      cluster.stop();
      if (isRight) await rm(folder, { recursive: true, force: true });
      else console.log(`The logs are in ${folder}`);
    },
  };
}

const frontSettings = `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option forwardfor
  retries 1
listen shop
  bind ${host}:${frontPort}
  option httpchk GET /api/health/live
  default-server check inter 500ms fall 2 rise 1
${shopPorts.map((port) => `  server shop${port} ${host}:${port}\n`).join('')}`;

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { removeDataDir } from '../../postgres/home.ts';
import { addAdmin } from '../../server/accounts/admins/admins.ts';
import { seedEmpty } from '../../server/content/seed.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { startFakeRazorpay } from '../fakes/razorpay.ts';
import { createProduct } from '../support/factories.ts';
import { startMailServer } from '../support/mailbox.ts';
import { type ServerProcess, sendTo, startServer } from '../support/server-process.ts';
import type { Choices } from './report.ts';

export type Dependency = 'postgres' | 'provider' | 'mail' | 'disk';
/** What can be down on purpose. */
type Failing = Dependency | 'server';
export type Reply = Awaited<ReturnType<ServerProcess['call']>>;
export type LongShop = Awaited<ReturnType<typeof startLongShop>>;

/** How long a reply may still be about a dependency that is up again. */
const AFTERMATH_MS = 30_000;

/**
 * Starts several server processes of one shop, with a PostgreSQL, a provider and a mail server of their own that can
 * be made to fail.
 */
export async function startLongShop(choices: Choices, seed: number, ports: number[]) {
  const { oneOf } = choices;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-long-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const pool = openPool(postgres.url, 10);
  const db = openDatabase(pool);
  const query = async <Row = Record<string, string>>(sql: string) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(sql))).rows;
  await migrate(pool);
  await seedEmpty({ db });
  const products: string[] = [];
  for (let n = 0; n < 5; n++) products.push((await createProduct(db, { stock: 20 })).id);
  await query('create database provider');
  const providerUrl = Object.assign(new URL(postgres.url), { pathname: '/provider' }).href;
  const providerPool = openPool(providerUrl, 2);
  await migrate(providerPool);
  await providerPool.end();
  const mailbox = await startMailServer();
  const fake = await startFakeRazorpay({
    databaseUrl: providerUrl,
    webhookUrl: `http://127.0.0.1:${ports[0]}/api/razorpay/webhook`,
    seed,
    behaviour: { listLagSeconds: 0 },
  });
  const start = (port: number) =>
    startServer(
      { fake, databaseUrl: postgres.url, deps: { config: { dataDir } } },
      {
        port,
        exposesGarbageCollection: true,
        env: { SMTP_URL: mailbox.url, LOG_LEVEL: 'error' },
      },
    );
  const servers = await Promise.all(ports.map(start));
  /** The servers that have started and are not about to be killed. */
  const alive = new Set(servers);
  const anyServer = async () => {
    while (alive.size === 0) await sleep(50);
    return oneOf([...alive]);
  };
  let replies = 0;
  const call: ServerProcess['call'] = async (...request) => {
    const reply = await (await anyServer()).call(...request);
    if (reply) replies++;
    return reply;
  };
  /** Until when replies may be about a failure of this dependency. */
  const downUntil = new Map<Failing, number>();

  return {
    db,
    fake,
    mailbox,
    /** The settings with which a command finds the shop. */
    env: { DATABASE_URL: postgres.url, DATA_DIR: dataDir },
    /** Ids of products for sale, which admins put back into stock. */
    products,
    servers,
    query,
    /** Sends a request to one of the servers. */
    call,
    /** Sends a request as it is to one of the servers; without a reply in time there is none. */
    async send(method: string, url: string, request: RequestInit & { timeoutMs?: number }) {
      const { port } = await anyServer();
      const signal = AbortSignal.timeout(request.timeoutMs ?? 60_000);
      return sendTo(port, method, url, { signal, ...request });
    },
    /** How many replies `call` has had. */
    replies: () => replies,
    /** Kills a server and starts it again. */
    async restart(index: number) {
      const killed = servers[index];
      await killed?.end();
      if (killed) alive.delete(killed);
      for (;;) {
        const server = await start(ports[index] ?? 0).catch(() => undefined);
        if (server) {
          servers[index] = server;
          alive.add(server);
          return;
        }
      }
    },
    async killPostgres() {
      const pidFile = await readFile(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
      process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    },
    async untilPostgresIsUp() {
      while (!(await query('select 1').catch(() => undefined))) await sleep(200);
    },
    /** From now on replies may be about this dependency, until a while after `endFailure`. */
    beginFailure: (dependency: Failing) => void downUntil.set(dependency, Number.POSITIVE_INFINITY),
    endFailure: (dependency: Failing) => void downUntil.set(dependency, Date.now() + AFTERMATH_MS),
    /**
     * Whether a 5xx, or no reply, may occur now: only while a dependency is down on purpose. A file that is being sent
     * breaks off with PostgreSQL.
     */
    mayReply(status: number | undefined): boolean {
      const isDown = (dependency: Failing) => (downUntil.get(dependency) ?? 0) > Date.now();
      if (status === undefined) return isDown('server') || isDown('postgres');
      if (status < 500) return true;
      if (status === 502) return isDown('provider') || isDown('postgres');
      if (status === 507) return isDown('disk');
      return status === 503 && [...downUntil.keys()].some(isDown);
    },
    /** A session of the admin with this e-mail address, who gets this role. She is added if she does not exist. */
    async createAdmin(roleId: string, email = `admin.${crypto.randomUUID()}@example.in`) {
      const { password } = await addAdmin(db, email);
      await db.updateTable('users').set({ roleId, disabledAt: null }).where('email', '=', email).execute();
      return signIn(call, email, password);
    },
    async close() {
      for (const server of servers) await server.end();
      await fake.close();
      await mailbox.stop();
      await pool.end();
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}

export async function signIn(
  call: ServerProcess['call'],
  email: string,
  password: string,
): Promise<{ authorization: string }> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await call('POST', '/auth/login', { email, password, portal: 'admin' });
    if (reply?.status === 200) return { authorization: `Bearer ${fieldOf(reply, 'token')}` };
    await sleep(100);
  }
  throw new Error(`The admin ${email} can't sign in`);
}

/** A text of the reply; empty if it has none with this name. */
export function fieldOf(reply: Reply, name: string): string {
  const value: unknown = Object.entries(reply?.body ?? {}).find(([key]) => key === name)?.[1];
  return value === undefined || value === null ? '' : String(value);
}

// The processes of orders.ts: the provider, and the server of a version of the shop.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { openDatabase, openPool } from '../server/db/database.ts';

const waiting = new Map<number, (answer: unknown) => void>();
let asked = 0;

/** Starts the provider, or the server of a version of the shop, in another process, which replies to `ask`. */
export function startProcess(args: string[], env: NodeJS.ProcessEnv, execArgv: string[] = []): ChildProcess {
  const child = fork(import.meta.filename, args, { env, execArgv });
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => waiting.get(id)?.(answer));
  return child;
}

export async function ask(child: ChildProcess, question: object): Promise<unknown> {
  const id = ++asked;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  waiting.set(id, resolve);
  child.send({ id, ...question });
  return promise.finally(() => waiting.delete(id));
}

function answer<T extends { id: number }>(reply: (question: T) => unknown): void {
  process.on('message', async (question: T) => {
    process.send?.({ id: question.id, answer: await reply(question) });
  });
}

/** The provider, with a database of its own. */
async function runProvider(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const { subscribe } = await import('node:diagnostics_channel');
  const { migrate } = await import('../server/db/migrate.ts');
  const { startFakeRazorpay } = await import('../tests/fakes/razorpay.ts');
  let calls = 0;
  subscribe('http.server.request.start', () => {
    calls++;
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-provider-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const pool = openPool(server.url);
  await migrate(pool);
  const fake = await startFakeRazorpay({
    db: openDatabase(pool),
    webhookUrl: `http://127.0.0.1:${process.env.PORT}/api/razorpay/webhook`,
    speed: 1,
    seed: false,
  });
  process.on('SIGTERM', async () => {
    await fake.close();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
    process.exit();
  });
  answer<{ id: number; pay?: string; count?: true }>(async ({ pay, count }) => {
    if (pay) return fake.pay(pay);
    if (count) return { calls };
    const { url, keyId, keySecret, webhookSecret } = fake;
    return { url, keyId, keySecret, webhookSecret };
  });
}

/** The server of a version of the shop, whose queries are counted. */
async function runShop(): Promise<void> {
  const folder = process.argv[3] ?? '';
  process.chdir(folder);
  const { Client } = createRequire(path.join(folder, 'package.json'))('pg') as typeof pg;
  const query = Client.prototype.query;
  let queries = 0;
  Client.prototype.query = function counted(this: unknown, ...args: unknown[]) {
    queries++;
    return Reflect.apply(query, this, args);
  } as typeof query;
  answer(() => ({ queries }));
  await import(path.join(folder, 'server', 'main.ts'));
}

if (import.meta.main) {
  const [role] = process.argv.slice(2);
  await (role === 'provider' ? runProvider() : runShop());
}

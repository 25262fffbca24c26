import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestShop } from './shop.ts';

/** Where the process keeps its data and finds its payment provider. */
type Surroundings = Pick<TestShop, 'fake' | 'databaseUrl'> & { deps: { config: { dataDir: string } } };

export type ServerProcess = { child: ChildProcess; call: ReturnType<typeof callAt>; end(): Promise<void> };

/**
 * The calls and the background work of a shop as a process of its own: on the database and at the provider of this
 * test's shop, unless `env` says otherwise. `whole` is the server that an owner starts, pages and all.
 */
export async function startServer(
  { fake, deps, databaseUrl }: Surroundings,
  { port, env = {}, whole = false }: { port: number; env?: Record<string, string>; whole?: boolean },
): Promise<ServerProcess> {
  const child = fork(path.resolve(whole ? 'server/main.ts' : 'tests/support/crash-server.ts'), {
    stdio: ['ignore', whole ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: deps.config.dataDir,
      RATE_LIMIT: 'off',
      RAZORPAY_KEY_ID: fake.keyId,
      RAZORPAY_KEY_SECRET: fake.keySecret,
      RAZORPAY_WEBHOOK_SECRET: fake.webhookSecret,
      RAZORPAY_API_URL: fake.url,
      ...env,
    },
  });
  const call = callAt(port);
  while ((await call('GET', '/health/ready'))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('The shop did not start');
    await sleep(50);
  }
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  return { child, call, end };
}

/** Undefined when the shop died, or was cut off, before it answered. */
function callAt(port: number) {
  return async (
    method: string,
    url: string,
    body?: object | string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/api${url}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: raw ? (body as BodyInit) : JSON.stringify(body),
      });
      const json = reply.headers.get('content-type')?.includes('json');
      return { status: reply.status, body: json ? await reply.json() : await reply.arrayBuffer() };
    } catch {
      return undefined;
    }
  };
}

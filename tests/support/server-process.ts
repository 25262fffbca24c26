import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';
import type { TestShop } from './shop.ts';

/** Settings of the process. */
type Surroundings = Pick<TestShop, 'fake' | 'databaseUrl'> & { deps: { config: { dataDir: string } } };

export type ServerProcess = {
  child: ChildProcess;
  port: number;
  call: ReturnType<typeof callAt>;
  end(): Promise<void>;
};

/**
 * Starts the calls and background jobs of a shop in a separate process, with the database and provider of the test's
 * shop by default. `whole` starts the complete server with its pages.
 */
export async function startServer(
  { fake, deps, databaseUrl }: Surroundings,
  {
    port: chosenPort,
    env = {},
    isOpen: whole = false,
    exposesGarbageCollection = false,
  }: {
    /** A free one by default. */
    port?: number;
    env?: Record<string, string>;
    isOpen?: boolean;
    /** For the message `memory`, which collects garbage first. */
    exposesGarbageCollection?: boolean;
  } = {},
): Promise<ServerProcess> {
  const port = chosenPort ?? (await freePorts());
  const child = fork(path.resolve(whole ? 'server/main.ts' : 'tests/support/crash-server.ts'), {
    // A pipe: where the test's output is a file, a server whose writes to files fail could not log.
    stdio: ['ignore', whole ? 'ignore' : 'pipe', 'pipe', 'ipc'],
    execArgv: exposesGarbageCollection ? ['--expose-gc'] : [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      // A start of the process then takes half the time.
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled'),
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: deps.config.dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
      RAZORPAY_KEY_ID: fake.keyId,
      RAZORPAY_KEY_SECRET: fake.keySecret,
      RAZORPAY_WEBHOOK_SECRET: fake.webhookSecret,
      RAZORPAY_API_URL: fake.url,
      ...env,
    },
  });
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const call = callAt(port);
  while ((await call('GET', '/health/ready'))?.status !== 200) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The shop did not start');
    await sleep(50);
  }
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  return { child, port, call, end };
}

/** Sends JSON, unless the body is text or bytes already. Undefined as in `sendTo`. */
export function callAt(port: number) {
  return async (
    method: string,
    url: string,
    body?: object | string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    return sendTo(port, method, url, {
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: raw ? (body as BodyInit) : JSON.stringify(body),
    });
  };
}

/** Sends a request as it is. Undefined if the shop was killed or disconnected before it replied. */
export async function sendTo(port: number, method: string, url: string, request: RequestInit) {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api${url}`, {
      method,
      redirect: 'manual',
      ...request,
    });
    const json = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, body: json ? await reply.json() : await reply.arrayBuffer() };
  } catch {
    return undefined;
  }
}

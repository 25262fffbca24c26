import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type ShopProcess = {
  url: string;
  /** Its output so far. */
  output(): string;
  /** Sends a signal to the start script. */
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
  /** Kills all its processes with SIGKILL. */
  kill(): Promise<void>;
};

/** Starts a complete shop as `npm start` does, and waits until it is ready. */
export async function startShopProcess(options: {
  port: number;
  dataDir: string;
  env?: Record<string, string>;
  timeoutMs?: number;
  /** Called with the start script as soon as it runs. */
  onSpawn?: (script: ChildProcess) => void;
}): Promise<ShopProcess> {
  const child = spawn(process.execPath, [path.resolve('scripts/start.mjs')], {
    // A separate process group, so that kill() reaches the server behind the start script.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutSettings(process.env),
      HAAT_STOP_WITH_PARENT: '1',
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      ...options.env,
    },
  });
  options.onSpawn?.(child);
  const output = collectOutput(child);
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  const url = `http://localhost:${options.port}`;
  await untilReady(url, child, output, options.timeoutMs ?? 120_000);
  return {
    url,
    output,
    signal: (signal) => void child.kill(signal),
    stop: () => {
      child.kill('SIGTERM');
      return exit;
    },
    kill: async () => {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await exit;
    },
  };
}

/** The environment of the shop: only the settings of the test. */
function withoutSettings(env: NodeJS.ProcessEnv) {
  const settings =
    /^(HOST|PUBLIC_URL|DATABASE_URL|SEED|MAIL_FROM|SMTP_URL|LOG_LEVEL|WORKERS|RATE_LIMIT|PAYMENTS|(ADMIN|RAZORPAY|S3)_.*)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.test(name)));
}

function collectOutput(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

async function untilReady(url: string, child: ChildProcess, output: () => string, patienceMs: number) {
  for (const began = Date.now(); Date.now() - began < patienceMs; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`The shop did not start:\n${output()}`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  throw new Error(`The shop was not ready within ${patienceMs / 1000} s:\n${output()}`);
}

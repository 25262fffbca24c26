import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeDataDir } from '../postgres/home.ts';
import { freePorts } from './support/free-ports.ts';
import { openEmptyShop } from './support/open-empty-shop.ts';
import { type ShopProcess, startShopProcess } from './support/shop-process.ts';

const owner = { email: 'owner@haat.example', password: 'journeys-of-the-owner' };
let dataDir: string;
let script: ChildProcess | undefined;
let shop: ShopProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-restart-'));
  shop = await startShopProcess({
    port: await freePorts(),
    dataDir,
    env: { SEED: 'empty', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
    onSpawn: (spawned) => {
      script = spawned;
    },
  });
  await openEmptyShop(shop.url, owner);
});
afterAll(async () => {
  await shop.stop();
  await removeDataDir(dataDir);
});

const printed = (line: string) => shop.output().split(line).length - 1;

/** The server behind the start script. */
function serverPid(): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const [found = ''] = processes.filter((line) => line.trim().split(/ +/)[1] === String(script?.pid));
  return Number.parseInt(found, 10);
}

async function endServer(signal: NodeJS.Signals): Promise<void> {
  const opened = printed('Haat is open');
  process.kill(serverPid(), signal);
  await expect.poll(() => printed('Haat is open')).toBe(opened + 1);
}

async function call(method: string, url: string, body?: object, token?: string) {
  const reply = await fetch(`${shop.url}/api${url}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}

it('a server that is killed or aborts is started again with growing pauses, and has what it confirmed (T-DOS-12)', async () => {
  const query = { name: 'Asha', email: 'asha@example.in', subject: 'Leh', message: 'Do you ship to Leh?' };
  expect((await call('POST', '/contact', query)).status).toBe(201);

  await endServer('SIGKILL');
  // As V8 ends without memory.
  await endServer('SIGABRT');
  await endServer('SIGKILL');
  expect(shop.output()).toContain('The server ended unexpectedly (SIGKILL); starting it again in 0.5 s');
  expect(shop.output()).toContain('The server ended unexpectedly (SIGABRT); starting it again in 1 s');
  expect(shop.output()).toContain('The server ended unexpectedly (SIGKILL); starting it again in 5 s');
  const signedIn = await call('POST', '/auth/login', { ...owner, portal: 'admin' });
  expect((await call('GET', '/contact', undefined, signedIn.body.token)).body).toMatchObject([query]);
});

it('a server that is stopped is not started again', async () => {
  expect(await shop.stop()).toBe(0);
  expect(printed('Haat is open')).toBe(4);
});

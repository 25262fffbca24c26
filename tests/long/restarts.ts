import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeDataDir } from '../../postgres/home.ts';
import { openEmptyShop } from '../support/open-empty-shop.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';
import { installPackages } from './packages.ts';
import { createReport, type Report } from './report.ts';

const packages = { caddy: '/usr/bin/caddy' };
const shopPort = 5208;
const frontPort = 5209;
const RESTARTS = 5;
const STREAMS = 6;

/**
 * Restarts a shop five times behind Caddy with ops/Caddyfile, while six streams read and send contact queries. Each request
 * that fails is a violation. Returns the number of violations.
 */
export async function runRestarts(): Promise<number> {
  const reason = installPackages(packages);
  if (reason) {
    console.log(`\n── Restarts: not run, because ${reason}`);
    return 0;
  }
  const report = createReport('Restarts');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-restarts-'));
  const admin = { email: 'owner@haat.example', password: 'seven-blue-looms-of-the-owner' };
  const owner = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const env = { RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1', SEED: 'empty', LOG_LEVEL: 'error', ...owner };
  const start = async (): Promise<ShopProcess> => {
    const started = startShopProcess({ port: shopPort, dataDir, env, timeoutMs: 300_000 });
    // As the unit does.
    return started.catch(() => {
      report.count('start that failed and was repeated');
      return start();
    });
  };
  let shop = await start();
  await openEmptyShop(shop.url, admin);
  const caddy = await startCaddy(dataDir);
  let isOver = false;
  const streams = Array.from({ length: STREAMS }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !isOver; n++) await sendAll(report, agent, `${index}-${n}`);
    agent.destroy();
  });
  for (let n = 0; n < RESTARTS; n++) {
    await sleep(3000);
    const since = performance.now();
    const code = await shop.stop();
    if (code !== 0) report.violation('the shop ends with an error', code);
    shop = await start();
    report.count(`restarted in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  }
  await sleep(3000);
  isOver = true;
  await Promise.all(streams);
  await caddy.stop();
  await shop.stop();
  await removeDataDir(dataDir);
  return report.end();
}

async function sendAll(report: Report, agent: Agent, mark: string): Promise<void> {
  const query = { name: 'Asha', email: `${mark}@example.in`, subject: 'Hours', message: 'When do you open?' };
  await send(report, agent, 'GET', '/');
  await send(report, agent, 'POST', '/api/contact', query);
  // Not cached.
  await send(report, agent, 'GET', `/api/products?search=${mark}`);
  await send(report, agent, 'POST', '/api/contact', query);
}

async function send(
  report: Report,
  agent: Agent,
  method: string,
  url: string,
  content?: object,
): Promise<void> {
  const headers = content && { 'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port: frontPort, agent, method, path: url, headers });
  sent.end(content && JSON.stringify(content));
  const status = await once(sent, 'response').then(
    async ([reply]) => {
      await reply.toArray();
      return Number(reply.statusCode);
    },
    (error: NodeJS.ErrnoException) => error.code,
  );
  report.count(`${method} ${status}`);
  if (typeof status !== 'number' || status >= 500)
    report.violation(`${method} failed during a restart`, { url, status });
}

/** Starts Caddy with the file of the containers, whose names are replaced. */
async function startCaddy(folder: string) {
  const file = path.join(folder, 'Caddyfile');
  const settings = await readFile('ops/Caddyfile', 'utf8');
  const replaced = settings
    .replace('{$DOMAIN}', `http://127.0.0.1:${frontPort}`)
    .replace('shop:3000', `127.0.0.1:${shopPort}`);
  await writeFile(file, `{\n\tadmin off\n}\n${replaced}`);
  const caddy = spawn(packages.caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const isOpen = () => fetch(`http://127.0.0.1:${frontPort}/api/health/live`).then(({ ok }) => ok);
  while (!(await isOpen().catch(() => false))) {
    if (caddy.exitCode !== null) throw new Error('Caddy did not start');
    await sleep(50);
  }
  return {
    async stop(): Promise<void> {
      const exit = once(caddy, 'exit');
      caddy.kill('SIGTERM');
      await exit;
    },
  };
}

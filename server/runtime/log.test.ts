import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { symbols } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { createTestShop } from '../../tests/support/shop.ts';
import { createLog } from './log.ts';

const script = `
  import { createLog } from './server/runtime/log.ts';
  const log = createLog('info');
  for (let n = 0; n < 3; n++) log.info({ text: 'x'.repeat(200_000), n }, 'line');
  setTimeout(() => process.stderr.write('still running'), 1);
`;
const run = (shell: string) => spawnSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' });
const node = '"$0" --input-type=module-typescript -e "$1"';

it('a log that can’t be written does not end the process (T-FLT-17)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-log-'));
  const file = path.join(folder, 'log');
  const full = run(`ulimit -f 0; exec ${node} > ${file}`);
  expect([full.status, full.stderr]).toEqual([0, 'still running']);
  expect(readFileSync(file, 'utf8')).toBe('');
  const piped = run(`${node} | cat`);
  expect(
    piped.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n),
  ).toEqual([0, 1, 2]);
  await rm(folder, { recursive: true });
});

it('the values that violated a constraint are not logged, of one error or several', () => {
  const lines: string[] = [];
  const log = createLog('error');
  Reflect.set(log, symbols.streamSym, { write: (line: string) => lines.push(line) });
  const violation = Object.assign(new Error('not unique'), {
    detail: 'Key (email)=(asha@example.in) exists.',
  });
  log.error({ err: violation }, 'one');
  log.error({ err: new AggregateError([violation], '1 of 2 failed') }, 'several');
  expect(lines).toEqual([expect.stringContaining('not unique'), expect.stringContaining('not unique')]);
  expect(lines.join('')).not.toContain('asha');
});

it('the lines of domains have the ids of request and order, and no personal data', async () => {
  const shop = await createTestShop({ env: { LOG_LEVEL: 'info' } });
  onTestFinished(shop.close);
  const lines: string[] = [];
  Reflect.set(shop.deps.log, symbols.streamSym, { write: (line: string) => lines.push(line) });
  const product = await createProduct(shop.db);
  const ids: unknown[] = [];
  shop.app.addHook('onSend', async (request) => {
    if (request.method === 'POST') ids.push(request.id);
  });
  // At the same time, so that they wait for each other's transactions.
  const orders = await Promise.all(
    [1, 2, 3].map((n) => place(shop, [{ id: product.id }], { email: `asha-${n}@example.in` })),
  );
  const [order] = orders;
  await verify(shop, await shop.fake.pay(order?.providerOrderId ?? ''));
  const logged = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const group = (msg: string) => logged.filter((line) => line.msg === msg);
  expect(
    group('order placed')
      .map(({ orderId }) => orderId)
      .sort(),
  ).toEqual(orders.map(({ id }) => id).sort());
  expect(
    group('order placed')
      .map(({ reqId }) => reqId)
      .sort(),
  ).toEqual(ids.slice(0, 3).sort());
  expect(group('order paid')).toMatchObject([{ orderId: order?.id, reqId: ids[3] }]);
  expect(lines.join('')).not.toMatch(/asha|@/i);
});

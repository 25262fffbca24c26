// Slow: `npm run check` leaves this file out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createProduct } from './support/factories.ts';
import { place, verify } from './support/purchase.ts';
import { testShop } from './support/shop.ts';
import { strangeShell } from './support/strange-shell.ts';

const shop = await testShop();

/** `npm run audit`, beside the running shop, with these variables of the shell. */
async function audit(env: Record<string, string> = {}) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [path.resolve('scripts/audit.ts')], {
    env: { PATH, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.deps.config.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

it('exits with 0 if all records agree, or with 1 and the problems', async () => {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const clean = await audit();
  expect(clean.output).toMatch(/^The audit found no problems/m);
  expect(clean.code).toBe(0);

  await shop.db.deleteFrom('ledgerEntries').where('orderId', '=', order.id).execute();
  await shop.db.updateTable('orders').set({ stock: 'released' }).where('id', '=', order.id).execute();
  const failed = await audit();
  expect(failed.output).toMatch(
    new RegExp(`^money-in: Payment .* of order ${order.id} is of 129900 paise, the ledger has 0`, 'm'),
  );
  expect(failed.output).toContain(`stock-fits-status: Order ${order.id} is paid and its units are released`);
  expect(failed.output).toMatch(/^The audit found problems/m);
  expect(failed.code).toBe(1);
});

it('works in the shell of any user (T-CRS-90)', async () => {
  const dataDir = path.relative('.', shop.deps.config.dataDir);
  const { code, output } = await audit({ ...strangeShell, DATA_DIR: dataDir });
  expect(output).toMatch(/^The audit found (no )?problems/m);
  expect(code).toBeLessThan(2);
});

// The payment provider of a measured shop: the sandbox with a database of its own, in a process of its own.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { startFakeRazorpay } from '../tests/fakes/razorpay.ts';

export type ProviderTask = { webhookUrl: string };
export type Provider = { url: string; keyId: string; keySecret: string; webhookSecret: string };

process.on('message', async ({ webhookUrl }: ProviderTask) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-provider-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const pool = openPool(server.url);
  await migrate(pool);
  const fake = await startFakeRazorpay({ db: openDatabase(pool), webhookUrl, speed: 1, seed: false });
  process.on('SIGTERM', async () => {
    await fake.close();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
    process.exit();
  });
  const { url, keyId, keySecret, webhookSecret } = fake;
  process.send?.({ url, keyId, keySecret, webhookSecret } satisfies Provider);
});

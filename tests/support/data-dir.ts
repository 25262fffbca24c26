import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';

/** The data folder of a shop and, where root's cluster had to lie elsewhere, that one too. */
export async function removeDataDir(dataDir: string) {
  const cluster = await realpath(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (cluster) {
    await rm(cluster, { recursive: true, force: true });
    await rm(`${cluster}.of`, { force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes the data folder of a shop and its database cluster, which is elsewhere if the user is root. */
export async function removeDataDir(dataDir: string) {
  const cluster = await realpath(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (cluster) {
    await rm(cluster, { recursive: true, force: true });
    await rm(`${cluster}.of`, { force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

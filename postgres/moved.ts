import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitAddress } from '../server/db/primary.ts';
import { StartError } from '../server/runtime/start-errors.ts';

const MARK = 'moved-to';

/** The address of a database without user and password: `db.example.in:5432/shop`. */
export function addressOf(databaseUrl: string): string {
  const urls = splitAddress(databaseUrl).map((address) => new URL(address));
  const hosts = urls.map(({ hostname, port }) => `${decodeURIComponent(hostname)}${port && `:${port}`}`);
  return `${hosts.join(',')}${urls[0]?.pathname ?? ''}`;
}

/** Marks the stopped cluster of a data folder as moved to another database, so that it does not start by mistake. */
export async function markMoved(dataDir: string, databaseUrl: string): Promise<void> {
  await writeFile(path.join(dataDir, 'postgres', MARK), addressOf(databaseUrl), { mode: 0o600, flush: true });
}

/** Throws a StartError if the cluster was moved: it lacks everything since then. */
export async function assertNotMoved(folder: string): Promise<void> {
  const file = path.join(folder, MARK);
  const address = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (address === undefined) return;
  throw new StartError(
    `Haat does not start: its database was moved to ${address}, and the one in ${folder} lacks everything since then. Set DATABASE_URL to the address of that database. To use the old database nevertheless, delete ${file}.`,
  );
}

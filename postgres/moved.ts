import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../server/start-errors.ts';

const MARK = 'moved-to';

/** Marks the stopped cluster of a data folder as moved to another database, so that it does not start by mistake. */
export async function markMoved(dataDir: string, databaseUrl: string): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const address = `${decodeURIComponent(hostname)}${port && `:${port}`}${pathname}`;
  await writeFile(path.join(dataDir, 'postgres', MARK), address, { mode: 0o600, flush: true });
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

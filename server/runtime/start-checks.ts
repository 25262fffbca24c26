import { once } from 'node:events';
import { createServer } from 'node:net';
import type { CheckedConfig, Config } from '../config.ts';
import { databaseProblems } from '../db/check-database.ts';
import { type DataDirLock, lockDataDir } from '../db/data-dir.ts';
import { bucketProblems } from '../media/files.ts';
import { createStartError, explainListenError, StartError } from './start-errors.ts';

/**
 * Checks the settings, the data folder, the port, the database and the bucket before the start does any work.
 * Returns the lock of the data folder, or throws one StartError with a line for each problem.
 */
export async function checkStart({ config, problems }: CheckedConfig): Promise<DataDirLock> {
  const invalid = new Set(problems.map(({ setting }) => setting));
  const [local, database, bucket] = await Promise.all([
    lockFolderAndCheckPort(config, invalid),
    databaseProblems(config),
    config.s3 ? bucketProblems(config.s3) : [],
  ]);
  const lines = [...problems.map(({ line }) => line), ...local.problems, ...database, ...bucket];
  if (lines.length === 0 && local.lock) return local.lock;
  await local.lock?.release();
  throw createStartError(lines);
}

/** The folder is checked first: a shop that is stopping still uses the port, and the lock waits until it has stopped. */
async function lockFolderAndCheckPort(config: Config, invalid: Set<string>) {
  const problems: string[] = [];
  const lock = invalid.has('DATA_DIR') ? undefined : await lockDataDir(config.dataDir).catch(collect);
  if (!invalid.has('PORT') && !invalid.has('HOST')) problems.push(...(await portProblems(config)));
  return { lock, problems };

  function collect(error: unknown): undefined {
    if (!(error instanceof StartError)) throw error;
    problems.push(error.message);
  }
}

/** The reason why the shop can't listen on its port, as one line, or nothing. */
export async function portProblems({ port, host }: Config): Promise<string[]> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    await once(server.close(), 'close');
    return [];
  } catch (error) {
    return [explainListenError(error, { port, host })];
  }
}

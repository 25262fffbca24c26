import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';

const lastBackup = z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.number() });
export type LastBackup = z.infer<typeof lastBackup>;

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'last-backup.json');

/** Records the newest backup whose restore and audit succeeded. */
export async function recordBackup(config: Pick<Config, 'dataDir'>, backup: LastBackup): Promise<void> {
  // Readable by other users: a timer's backup may run as another user than the shop.
  await writeFile(`${fileOf(config)}.new`, JSON.stringify(backup), { mode: 0o644 });
  await rename(`${fileOf(config)}.new`, fileOf(config));
}

/** The newest backup whose restore and audit succeeded, if there was one. */
export async function findLastBackup(config: Pick<Config, 'dataDir'>): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileOf(config), 'utf8')));
  } catch {
    return undefined;
  }
}

import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';

const lastBackup = z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.number() });
export type LastBackup = z.infer<typeof lastBackup>;

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'last-backup.json');

/** Records the newest backup whose restore and audit succeeded. */
export async function recordBackup(config: Pick<Config, 'dataDir'>, backup: LastBackup): Promise<void> {
  await writeFile(`${fileOf(config)}.new`, JSON.stringify(backup), { mode: 0o600 });
  // A timer of root may make the backups of a shop that another user runs.
  const { uid, gid } = await stat(config.dataDir);
  if (process.getuid?.() === 0) await chown(`${fileOf(config)}.new`, uid, gid);
  await rename(`${fileOf(config)}.new`, fileOf(config));
}

/** The newest backup whose restore and audit succeeded, if there was one. */
export async function findLastBackup(config: Pick<Config, 'dataDir'>): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileOf(config), 'utf8')));
  } catch {
    // Without a record that can be read there is none, which an alert reports after two days.
    return undefined;
  }
}

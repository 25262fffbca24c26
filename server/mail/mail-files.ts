import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isId } from '../../shared/id.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { listStored } from './queries.ts';
import { fileOf, mailFolder } from './send.ts';

/** Files that are compared with the database in one query. */
const atOnce = 500;
const hourMs = 3_600_000;

/** Deletes the files of these mails, if they have any. */
export async function removeMailFiles(config: Config, ids: string[]): Promise<void> {
  for (const id of ids) await rm(fileOf(config, id), { force: true });
}

/**
 * Runs each hour: deletes the files of mails that are erased or past their retention period, and what a killed process
 * has left half-written.
 */
export async function deleteUnusedMailFiles({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const folder = mailFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names.map((name) => path.basename(name, '.eml')).filter(isId);
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    const stored = await listStored(db, some);
    await removeMailFiles(
      config,
      some.filter((id) => !stored.has(id)),
    );
  }
  for (const draft of names.filter((name) => name.startsWith('.'))) {
    const file = path.join(folder, draft);
    // One that was sent meanwhile.
    const { mtimeMs = Date.now() } = (await stat(file).catch(() => undefined)) ?? {};
    if (mtimeMs < Date.now() - hourMs) await rm(file, { force: true });
  }
}

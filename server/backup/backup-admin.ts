import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackupOverview, BackupSettings } from '../../shared/contract/backups.ts';
import type { Config } from '../config.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import { StartError } from '../runtime/start-errors.ts';
import { isBucketAddress, openBucket } from './bucket.ts';
import { findLastBackup } from './last-backup.ts';
import * as queries from './settings-queries.ts';
import { defaultTarget } from './target.ts';

/** What an admin sees and does about backups. */
export function backupAdmin(deps: Deps, admin: Admin) {
  const { db, config, clock } = deps;

  async function getBackups(): Promise<BackupOverview> {
    const run = await queries.findBackupRun(db, clock.now());
    return {
      settings: await queries.readBackupSettings(db),
      defaultTarget: defaultTarget(config),
      fixedHour: config.backupHour ?? null,
      last: (await findLastBackup(config)) ?? null,
      run: run
        ? {
            startedAt: run.startedAt.toISOString(),
            finished: !run.isRunning,
            step: run.step,
            error: run.finishedAt || run.isRunning ? run.error : 'It was interrupted.',
          }
        : null,
    };
  }

  return {
    getBackups,

    /** 400 if the target can't be used. */
    async updateBackupSettings(settings: BackupSettings): Promise<BackupOverview> {
      await assertUsable(settings.target, config);
      await transaction(db, async (trx) => {
        const before = await queries.lockBackupSettings(trx);
        await queries.updateBackupSettings(trx, settings);
        const changes = changesBetween(before, settings);
        if (changes.length > 0)
          await recordAudit(trx, admin, { action: 'backup.settings', subject: '', detail: { changes } });
      });
      return getBackups();
    },

    /** Starts a backup, unless one runs. */
    async startBackup(): Promise<BackupOverview> {
      await transaction(db, async (trx) => {
        // Two requests at once start one backup.
        await queries.lockBackupSettings(trx);
        if ((await queries.findBackupRun(trx, clock.now()))?.isRunning) return;
        await queries.startBackupRun(trx, 'Waiting', clock.now());
        await deps.jobs.enqueue(trx, 'backup', { isRequested: true });
        await recordAudit(trx, admin, { action: 'backup.start', subject: '' });
      });
      return getBackups();
    },
  };
}

const program = path.join(import.meta.dirname, '..', '..');

/**
 * 400 unless files can be stored and deleted there. The shop serves files of its own folders, so backups stay outside.
 */
async function assertUsable(target: string, config: Config): Promise<void> {
  if (target === '') return;
  try {
    if (isBucketAddress(target)) await tryBucket(target, config);
    else await tryFolder(target, config);
  } catch (error) {
    if (error instanceof StartError) throw badField('target', error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw badField('target', `There is no folder ${target}. Create it first.`);
    if (code) throw badField('target', `The shop can't store files in ${target} (${code}).`);
    throw error;
  }
}

async function tryFolder(target: string, config: Config): Promise<void> {
  const folder = await realpath(target);
  if (!(await stat(folder)).isDirectory()) throw new StartError(`${target} is not a folder.`);
  const isBelow = (parent: string) => `${folder}/`.startsWith(`${parent}/`);
  const dataDir = await realpath(config.dataDir);
  const isOwn = isBelow(dataDir) && !isBelow(defaultTarget({ dataDir }));
  if (isOwn || isBelow(program))
    throw new StartError('Choose a folder outside of the shop, whose files are not served to visitors.');
  const trial = await mkdtemp(path.join(folder, '.haat-'));
  await rm(trial, { recursive: true });
}

async function tryBucket(target: string, config: Config): Promise<void> {
  const bucket = await openBucket(target, config);
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-'));
  try {
    const file = path.join(folder, 'trial');
    await writeFile(file, 'Haat checks that it can store backups here.');
    await bucket.list();
    await bucket.upload(file, 'haat-trial');
    await bucket.remove('haat-trial');
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { endConditions, raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { findLastBackup } from './last-backup.ts';
import { indianTime } from './manifest.ts';
import * as queries from './settings-queries.ts';

const program = path.join(import.meta.dirname, 'backup-process.ts');
const TOUCH_MS = 30_000;
const MAX_REASON = 1000;

/** Every hour, and when an admin asks for a backup: makes one if it is asked for or its hour has come. */
export async function backUpIfDue(deps: Deps, { isRequested = false }: { isRequested?: boolean }) {
  if (isRequested || (await isDue(deps))) await runBackup(deps);
}

/** Whether the nightly backup is made in this hour. BACKUP_HOUR replaces the settings. */
async function isDue({ db, config, clock }: Deps): Promise<boolean> {
  const { nightly, hour } = await queries.readBackupSettings(db);
  const scheduled = config.backupHour ?? (nightly ? hour : 'off');
  return scheduled === Number(indianTime(clock.now()).slice(11, 13));
}

/**
 * Makes a backup with the settings of the shop, in its own process, so that requests do not wait. A failure raises
 * an alert with the reason; the next good backup ends it.
 */
async function runBackup(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  await queries.startBackupRun(db, 'Starting', clock.now());
  const touch = (step?: string) =>
    queries
      .touchBackupRun(db, clock.now(), step)
      .catch((err: unknown) => log.warn({ err }, 'the progress of the backup was not stored'));
  const touches = setInterval(() => void touch(), TOUCH_MS);
  const steps: string[] = [];
  const error = await runProgram(async (step) => {
    steps.push(step);
    await touch(step);
  }).catch(({ message }: Error) => `It could not be started: ${message}.`);
  clearInterval(touches);
  await queries.finishBackupRun(db, error, clock.now());
  if (error === null) log.info({ steps }, 'backup made');
  else {
    log.error({ error, steps }, 'the backup failed');
    await raiseAlert(db, { kind: 'backup-failed', subject: 'backup', detail: { error } }, { again: true });
  }
  await endBackupFailure(deps);
}

/**
 * Runs the program of `npm run backup`. Returns why it failed, or null. Throws if it can't be started, such as without
 * memory.
 */
async function runProgram(onStep: (step: string) => Promise<void>): Promise<string | null> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const readSteps = async () => {
    for await (const step of createInterface(child.stdout)) await onStep(step);
  };
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close'), readSteps()]);
  if (child.exitCode === 0) return null;
  return errors.trim().slice(0, MAX_REASON) || `It ended with ${child.exitCode}.`;
}

/** Resolves the alert about a failed backup if there is a later good one, also one of the command line. */
export async function endBackupFailure({ db, config, clock }: Deps): Promise<void> {
  const run = await queries.findBackupRun(db, clock.now());
  if (!run?.finishedAt) return;
  const last = await findLastBackup(config);
  if (run.error === null || (last && Date.parse(last.at) > run.finishedAt.getTime()))
    await endConditions(db, 'backup-failed', [], clock.now());
}

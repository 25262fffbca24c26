import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Deps } from '../deps.ts';
import { completeRestores } from './after-restore.ts';

const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'backup.ts');

/** The nightly job: `npm run backup` with the settings of the shop, in its own process, so that requests do not wait. */
export const backupTasks = (deps: Deps) => ({
  'after-restore': () => completeRestores(deps),
  async backup(): Promise<void> {
    const { stdout } = await promisify(execFile)(process.execPath, [script]).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`The backup failed: ${stderr}${stdout}`);
      },
    );
    deps.log.info({ output: stdout.trim().split('\n') }, 'backup made');
  },
});

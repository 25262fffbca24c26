import { findLastBackup } from '../backup/last-backup.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { unavailable } from '../errors.ts';
import { type FigureReader, presentFigures } from '../health/figures.ts';
import { can } from '../permissions.ts';
import type { Handlers } from './handlers.ts';
import type { Stopping } from './stopping.ts';

/**
 * `live`: the process runs and is not about to stop. `ready`: also the database replies and is migrated, and the data
 * folder can be written. Admins who may see settings also get the age of the last good backup, and the figures of this
 * process.
 */
export const healthHandlers = (
  isReady: () => Promise<boolean>,
  deps: Pick<Deps, 'db' | 'disk' | 'config' | 'clock'>,
  figures: FigureReader,
  stopping: Stopping,
) =>
  ({
    'GET /health/live': () => {
      stopping.checkHealth();
      return { status: 'ok' };
    },
    'GET /health/ready': async ({ request }) => {
      stopping.checkHealth();
      if (!(await isReady())) throw unavailable('The shop is not ready.');
      if (!(await deps.disk.isWritable()))
        throw unavailable('The shop can’t store anything: its disk is full.');
      const { _id: shop } = await readSiteInfo(deps.db);
      if (!can(request.actor, 'settings.edit')) return { status: 'ok', shop };
      const last = await findLastBackup(deps.config);
      const ageMs = last && deps.clock.now().getTime() - Date.parse(last.at);
      return {
        status: 'ok',
        shop,
        lastBackupAgeSeconds: ageMs === undefined ? null : Math.round(ageMs / 1000),
      };
    },
    'GET /settings/health': async () => presentFigures(await figures.read()),
  }) satisfies Partial<Handlers>;

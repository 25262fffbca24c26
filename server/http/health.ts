import type { Disk } from '../disk.ts';
import { unavailable } from '../errors.ts';
import type { Handlers } from './handlers.ts';

/**
 * `live`: the process runs. `ready`: the database replies and is migrated, the data folder can be written, and the
 * process is not stopping.
 */
export const healthHandlers = (isReady: () => Promise<boolean>, disk: Disk) =>
  ({
    'GET /health/live': () => ({ status: 'ok' }),
    'GET /health/ready': async () => {
      if (!(await isReady())) throw unavailable('The shop is not ready.');
      if (!(await disk.isWritable())) throw unavailable('The shop can’t store anything: its disk is full.');
      return { status: 'ok' };
    },
  }) satisfies Partial<Handlers>;

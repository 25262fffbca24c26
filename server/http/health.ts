import { unavailable } from '../errors.ts';
import type { Handlers } from './handlers.ts';

/** `live`: the process runs. `ready`: the database replies and is migrated, and the process is not stopping. */
export const healthHandlers = (isReady: () => Promise<boolean>) =>
  ({
    'GET /health/live': () => ({ status: 'ok' }),
    'GET /health/ready': async () => {
      if (!(await isReady())) throw unavailable('The shop is not ready.');
      return { status: 'ok' };
    },
  }) satisfies Partial<Handlers>;

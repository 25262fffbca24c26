import { unavailable } from '../errors.ts';
import type { Handlers } from './handlers.ts';

/** `live`: the process runs. `ready`: it can serve: the database answers, migrated, and no stop has begun. */
export const healthHandlers = (isReady: () => Promise<boolean>) =>
  ({
    'GET /health/live': () => ({ status: 'ok' }),
    'GET /health/ready': async () => {
      if (!(await isReady())) throw unavailable('The shop is not ready.');
      return { status: 'ok' };
    },
  }) satisfies Partial<Handlers>;

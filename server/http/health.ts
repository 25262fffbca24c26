import { z } from 'zod';
import { unavailable } from '../errors.ts';
import type { Api } from './api.ts';

const up = z.object({ status: z.literal('ok') });

/** `live`: the process runs. `ready`: it can serve: the database answers, migrated, and no stop has begun. */
export function healthRoutes(app: Api, isReady: () => Promise<boolean>): void {
  app.get('/health/live', { schema: { response: { 200: up } } }, () => ({ status: 'ok' as const }));

  app.get('/health/ready', { schema: { response: { 200: up } } }, async () => {
    if (!(await isReady())) throw unavailable('The shop is not ready.');
    return { status: 'ok' as const };
  });
}

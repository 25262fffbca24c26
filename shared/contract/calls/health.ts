import { z } from 'zod';
import { tagged } from './call.ts';

const { anyone } = tagged('Health');
const up = z.object({ status: z.literal('ok') });
/**
 * `shop` identifies this shop, so that it recognises its own public address. The age of the last good backup is only for
 * admins who may see settings; null without one.
 */
const ready = up.extend({ shop: z.string(), lastBackupAgeSeconds: z.int().nullable().optional() });

export const healthCalls = {
  'GET /health/live': anyone('getLiveness', 'Check that the process runs and is not about to stop', {
    reply: up,
  }),
  'GET /health/ready': anyone('getReadiness', 'Check that the database answers and the disk can be written', {
    reply: ready,
  }),
  'POST /policy-reports': anyone(
    'receivePolicyReport',
    'Receive a report of a browser about a blocked script',
    {
      accepts: 'raw',
      reply: 'done',
      limit: true,
    },
  ),
  'GET /openapi.json': anyone('getOpenApi', 'Get this description', {
    reply: z.record(z.string(), z.unknown()),
    isCached: true,
  }),
};

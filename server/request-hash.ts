import { createHash } from 'node:crypto';

/** The hash that is stored with an idempotency key, by which another request with the same key is refused. */
export const hashOfRequest = (request: object): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

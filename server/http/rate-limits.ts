import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { addressBlock } from '../address-block.ts';
import { tooManyTries } from '../errors.ts';
import type { Api } from './api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of the call, as in the table of calls. */
    limit?: true | number | 'address' | undefined;
  }
}

/**
 * Limits the calls with a `limit` (contract §4) per network address and, unless the limit is 'address', per account
 * named in the body. Sign-in has limits of its own (decision 40).
 */
export async function rateLimits(app: Api, limit: number | 'off'): Promise<void> {
  if (limit === 'off') return;
  await app.register(rateLimit, { global: false });
  const check = (
    kind: string,
    max: (request: FastifyRequest) => number,
    key: (request: FastifyRequest) => string,
  ) =>
    app.createRateLimit({
      timeWindow: 60_000,
      max,
      keyGenerator: (request) => `${kind}:${request.routeOptions.url}:${key(request)}`,
    });
  const allowed = ({ routeOptions: { config } }: FastifyRequest) =>
    typeof config.limit === 'number' ? config.limit : limit;
  const byAddress = check('address', allowed, (request) => addressBlock(request.ip, 32));
  const byAccount = check('account', allowed, accountOf);

  app.addHook('preHandler', async (request) => {
    if (!request.routeOptions.config.limit) return;
    const checks = [await byAddress(request)];
    if (request.routeOptions.config.limit !== 'address' && accountOf(request))
      checks.push(await byAccount(request));
    for (const result of checks) {
      if (result.isAllowed || !result.isExceeded) continue;
      throw tooManyTries(undefined, result.ttlInSeconds || 60);
    }
  });
}

function accountOf(request: FastifyRequest): string {
  const named = request.body ?? request.query ?? {};
  const { email, mobile } = named as { email?: unknown; mobile?: unknown };
  const account = typeof email === 'string' && email ? email : mobile;
  return typeof account === 'string' ? account.trim().toLowerCase() : '';
}

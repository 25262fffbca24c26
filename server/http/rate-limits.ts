import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { mailboxOf } from '../../shared/mailbox.ts';
import { addressBlock } from '../address-block.ts';
import { tooManyTries } from '../errors.ts';
import type { Api } from './api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of the call, as in the table of calls. */
    limit?: true | number | 'address' | 'buyer' | undefined;
  }
}

/**
 * Limits the calls with a `limit` (contract §4) per network address and, unless the limit is 'address', per account
 * named in the body; with the limit 'buyer' per buyer and per address block. Sign-in has limits of its own (decision 40).
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

  // Many shoppers of a mobile carrier share an address block.
  const byBlock = check(
    'block',
    () => 6 * limit,
    (request) => addressBlock(request.ip),
  );
  const byBuyer = check('buyer', () => limit, buyerOf);

  app.addHook('preHandler', async (request) => {
    const { limit: limited } = request.routeOptions.config;
    if (!limited) return;
    const isOfBuyer = limited === 'buyer';
    const checks = [await (isOfBuyer ? byBlock : byAddress)(request)];
    if (isOfBuyer) checks.push(await byBuyer(request));
    else if (limited !== 'address' && accountOf(request)) checks.push(await byAccount(request));
    for (const result of checks) {
      if (result.isAllowed || !result.isExceeded) continue;
      throw tooManyTries(undefined, result.ttlInSeconds || 60);
    }
  });
}

/** The account, the mailbox of a new order, or an order that is being paid. */
function buyerOf({ actor, body, params }: FastifyRequest): string {
  if (actor.kind !== 'guest') return actor.userId;
  const { email, razorpay_order_id: paid } = (body ?? {}) as { email?: unknown; razorpay_order_id?: unknown };
  if (typeof email === 'string') return mailboxOf(email);
  return typeof paid === 'string' ? paid : JSON.stringify(params);
}

function accountOf(request: FastifyRequest): string {
  const named = request.body ?? request.query ?? {};
  const { email, mobile } = named as { email?: unknown; mobile?: unknown };
  const account = typeof email === 'string' && email ? email : mobile;
  return typeof account === 'string' ? account.trim().toLowerCase() : '';
}

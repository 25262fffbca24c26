import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { Database } from '../db/database.ts';
import { tooManyTries } from '../errors.ts';
import { addressBlock } from '../runtime/address-block.ts';
import type { Api } from './api.ts';
import { countRequests, deleteOldCounters } from './rate-limit-queries.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of the call, as in the table of calls. */
    limit?: true | number | 'address' | 'buyer' | undefined;
  }
}

const minuteMs = 60_000;

/**
 * Limits the calls with a `limit` (contract §4) per network address and, unless the limit is 'address', per account
 * named in the body; with the limit 'buyer' per buyer and per address block. Sign-in has limits of its own (decision 40).
 * All processes count together in the database, each of them first in its memory, so that only requests that it would
 * accept are counted there (decision 71). Requests whose body is refused count in memory only.
 */
export async function rateLimits(app: Api, db: Database, limit: number | 'off'): Promise<void> {
  if (limit === 'off') return;
  await app.register(rateLimit, { global: false });
  let cleanedAt = performance.now();
  const check = (
    kind: string,
    max: (request: FastifyRequest) => number,
    key: (request: FastifyRequest) => string,
  ) =>
    app.createRateLimit({
      timeWindow: minuteMs,
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

  /** The checks by address, made before the body is read, so that bodies that are refused count too. */
  const firstChecks = new WeakMap<FastifyRequest, Check>();
  app.addHook('onRequest', async (request) => {
    const { limit: limited } = request.routeOptions.config;
    if (!limited) return;
    const first = await (limited === 'buyer' ? byBlock : byAddress)(request);
    refuseExceeded(first);
    firstChecks.set(request, first);
  });
  app.addHook('preHandler', async (request) => {
    const { limit: limited } = request.routeOptions.config;
    const first = firstChecks.get(request);
    if (!first) return;
    const checks = [first];
    if (limited === 'buyer') checks.push(await byBuyer(request));
    else if (limited !== 'address' && accountOf(request)) checks.push(await byAccount(request));
    for (const check of checks) refuseExceeded(check);
    const limits = checks.filter((result) => !result.isAllowed);
    if (performance.now() - cleanedAt > minuteMs) {
      cleanedAt = performance.now();
      await deleteOldCounters(db);
    }
    const counted = await countRequests(
      db,
      limits.map(({ key }) => key),
    );
    for (const [index, { max }] of limits.entries()) {
      const { requests = 0, endsInSeconds } = counted[index] ?? {};
      if (requests > max) throw tooManyTries(undefined, endsInSeconds);
    }
  });
}

type Check = Awaited<ReturnType<ReturnType<Api['createRateLimit']>>>;

function refuseExceeded(check: Check): void {
  if (!check.isAllowed && check.isExceeded) throw tooManyTries(undefined, check.ttlInSeconds || 60);
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

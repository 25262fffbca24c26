import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { BackOffice } from '../back-office.ts';
import type { Actor } from '../deps.ts';
import type { Shop } from '../shop.ts';

/** A Fastify scope whose schemas are Zod: what every routes file takes. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request, from the session token alone. */
    actor: Actor;
    /** What this actor can do as a shopper or guest. */
    shop: Shop;
    /** What this admin can do. Set in the admin scope only. */
    backOffice: BackOffice;
  }
}

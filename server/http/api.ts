import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
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
    /** Who asks, from the token alone. */
    actor: Actor;
    /** The shop's verbs, bound to who asks. */
    shop: Shop;
  }
}

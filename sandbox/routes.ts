import { randomInt } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Database } from '../server/db/database.ts';
import { ApiError, unknownUrl } from './api-error.ts';
import { controlRoutes } from './control/routes.ts';
import type { Delivery } from './deliveries.ts';
import { restRoutes } from './rest/routes.ts';
import type { Habits, SandboxDeps } from './sandbox-deps.ts';
import { createSurprises } from './surprises.ts';
import { checkoutRoutes } from './window/routes.ts';
import { createWorker } from './worker.ts';

export type SandboxOptions = {
  db: Database;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where webhooks go; asked for at each delivery, because a port may be known only after listening. */
  webhookUrl: string | (() => string);
  clock: { now(): Date };
  log: { warn(details: object, message: string): void };
  /** The calls under `/__ctl`, for tests alone. */
  controls?: boolean;
  /** Of the harmless oddities in replies and webhooks; `false` for none. */
  seed?: number | false;
  habits?: Partial<Habits>;
};

/**
 * The stand-in for the payment provider (contract §3, Payment providers): its REST API under `/v1`, its
 * `/v1/checkout.js`, its webhooks. Refuses keys that are not the sandbox's own.
 */
export function sandbox(options: SandboxOptions): FastifyPluginAsync {
  if (!options.keyId.startsWith('rzp_test_sandbox')) {
    throw new Error('The payment sandbox does not run beside the keys of a real provider');
  }
  return async (app) => {
    const deliveries: Delivery[] = [];
    let ahead = 0;
    const books: SandboxDeps = {
      ...options,
      accountId: 'acc_Sandbox0000000',
      surprises: createSurprises(options.seed ?? randomInt(2 ** 31)),
      habits: {
        uniqueReceipts: true,
        listLagSeconds: 120,
        speed: 1,
        discount: 0,
        webhooks: { mode: 'normal' },
        ...options.habits,
      },
      now: () => new Date(options.clock.now().getTime() + ahead),
      wake: () => worker.wake(),
    };
    const worker = createWorker(books, {
      webhookUrl: options.webhookUrl,
      log: options.log,
      onDelivery: (delivery) => {
        if (options.controls) deliveries.push(delivery);
      },
    });

    speakAsProvider(app);
    // Awaited, so that the faults' hooks are in place before the routes that they act upon.
    const faults = options.controls
      ? controlRoutes(app, books, deliveries, (ms) => (ahead += ms))
      : undefined;
    await app.register(
      async (v1) => {
        faults?.(v1);
        v1.get('/health', async () => ({ status: 'ok' }));
        await v1.register(async (open) => checkoutRoutes(open, books));
        await v1.register(async (guarded) => restRoutes(guarded, books));
      },
      { prefix: '/v1' },
    );
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', async () => worker.stop());
  };
}

/** Replies, errors too, in the provider's shape, and none of it in the shop's API description. */
function speakAsProvider(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true } as typeof route.schema;
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-sandbox', '1');
  });
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = unknownUrl();
    return reply.code(status).send(body);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) request.log.error({ err: error }, 'The payment sandbox failed');
    const description = isTheirs
      ? 'The request could not be read.'
      : 'We are facing some trouble completing your request.';
    const { status, body } = new ApiError(isTheirs ? 400 : 500, description, {
      code: isTheirs ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR',
    });
    return reply.code(status).send(body);
  });
}

import { randomInt } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { restRoutes } from './rest/routes.ts';
import type { SandboxDeps, SandboxOptions } from './sandbox-deps.ts';
import { createVariations } from './variations.ts';
import { checkoutRoutes } from './window/routes.ts';
import { createWorker } from './worker.ts';

/**
 * A simulation of the payment provider (contract §3, Payment providers): its REST API under `/v1`, its
 * `/v1/checkout.js`, its webhooks. Refuses keys that are not the sandbox's own. While it is not on, it is not there.
 */
export function sandbox(options: SandboxOptions): FastifyPluginAsync {
  if (!options.keyId.startsWith('rzp_test_sandbox')) {
    throw new Error('The payment sandbox does not run beside the keys of a real provider');
  }
  return async (app) => {
    const deps: SandboxDeps = {
      ...options,
      variations: createVariations(options.seed ?? randomInt(2 ** 31)),
      behaviour: {
        uniqueReceipts: true,
        listLagSeconds: 120,
        speed: 1,
        discount: 0,
        webhooks: { mode: 'normal' },
        ...options.behaviour,
      },
      isOn: options.isOn ?? (() => true),
      now: () => options.clock.now(),
      wake: () => worker.wake(),
    };
    const worker = createWorker(deps);

    replyAsProvider(app);
    app.addHook('onRequest', async () => {
      if (!deps.isOn()) throw new ApiError(404, 'The requested URL was not found on the server.');
    });
    await app.register(
      async (v1) => {
        options.prepare?.(deps, v1);
        v1.get('/health', async () => ({ status: 'ok' }));
        await v1.register(async (open) => checkoutRoutes(open, deps));
        await v1.register(async (guarded) => restRoutes(guarded, deps));
      },
      { prefix: '/v1' },
    );
    app.addHook('onReady', async () => worker.start());
    app.addHook('onClose', async () => worker.stop());
  };
}

/** Gives replies and errors the provider's shape, and hides the routes from the shop's API description. */
function replyAsProvider(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true } as typeof route.schema;
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-sandbox', '1');
  });
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'The requested URL was not found on the server.');
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = error instanceof ApiError ? error : unexpectedError(error, request);
    return reply.code(status).send(body);
  });
}

function unexpectedError(error: FastifyError, request: FastifyRequest) {
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new ApiError(400, 'The request could not be read.');
  }
  request.log.error({ err: error }, 'The payment sandbox failed');
  const description = 'We are facing some trouble completing your request.';
  return new ApiError(500, description, { code: 'SERVER_ERROR' });
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import { accountRoutes } from './accounts/routes.ts';
import { catalogueAdminRoutes, catalogueRoutes } from './catalogue/routes.ts';
import { sitemapRoutes } from './catalogue/sitemap-routes.ts';
import { checkoutAdminRoutes } from './checkout/admin-routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { contentRoutes } from './content/routes.ts';
import type { Deps } from './deps.ts';
import { notFound } from './errors.ts';
import { adminScope } from './http/admin-guard.ts';
import { assets } from './http/assets.ts';
import { docs, openApiRoute } from './http/docs.ts';
import { replyWithError } from './http/errors.ts';
import { securityHeaders } from './http/headers.ts';
import { healthRoutes } from './http/health.ts';
import { createPageCache } from './http/page-cache.ts';
import { createPages } from './http/pages.ts';
import { rateLimits } from './http/rate-limits.ts';
import { whoAsks } from './http/session.ts';
import { pictureRoutes, uploadRoutes } from './media/routes.ts';
import { orderAdminRoutes, orderRoutes } from './orders/routes.ts';
import { webhookRoutes } from './payments/routes.ts';
import { type SandboxOptions, sandbox } from './payments/sandbox/routes.ts';
import { createShop } from './shop.ts';

export type AppParts = {
  isReady: () => Promise<boolean>;
  /** The web build; absent where only calls are served (API tests). */
  web?: {
    buildDir?: string;
    loadBuild: () => Promise<ServerBuild>;
    /** Answers for the web sources while they are being worked on. */
    middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  };
  /** The stand-in payment provider, where no keys are configured. */
  sandbox?: SandboxOptions;
};

/** The whole shop as one Fastify app: every plugin and routes file, in order. */
export async function createApp(deps: Deps, parts: AppParts) {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: replyWithError,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
    trustProxy: config.trustProxy,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push(`${each} ${url}`);
  });
  securityHeaders(app, { https: config.publicUrl.startsWith('https:') });
  await docs(app, config.publicUrl);
  await rateLimits(app, config.rateLimit);
  await app.register(formbody);
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 20, fields: 100 } });

  app.decorateRequest('actor');
  app.decorateRequest('shop');
  app.addHook('onRequest', async (request) => {
    request.actor = await whoAsks(deps, request);
    request.shop = createShop(deps, request.actor);
  });

  await app.register(
    async (api) => {
      healthRoutes(api, parts.isReady);
      openApiRoute(api);
      catalogueRoutes(api);
      contentRoutes(api);
      checkoutRoutes(api);
      orderRoutes(api);
      accountRoutes(api);
      adminScope(api, (admin) => {
        catalogueAdminRoutes(admin, deps);
        uploadRoutes(admin, deps);
        orderAdminRoutes(admin);
        checkoutAdminRoutes(admin);
      });
      await api.register(async (raw) => webhookRoutes(raw, deps));
      api.setNotFoundHandler(() => {
        throw notFound('There is no such call.');
      });
    },
    { prefix: '/api' },
  );
  pictureRoutes(app, deps.files);
  sitemapRoutes(app, deps);
  if (parts.sandbox) await app.register(sandbox(parts.sandbox), { prefix: '/sandbox/razorpay' });

  const cache = createPageCache();
  if (parts.web) {
    const { buildDir, middleware } = parts.web;
    if (buildDir) await assets(app, buildDir);
    if (middleware) {
      app.addHook('onRequest', async (request, reply) => {
        if (request.url.startsWith('/api/')) return;
        await middleware(request.raw, reply.raw);
        if (reply.raw.writableEnded) reply.hijack();
      });
    }
    const page = createPages(deps, parts.web.loadBuild, cache);
    app.setNotFoundHandler((request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
      return page(request, reply);
    });
  } else {
    app.setNotFoundHandler(() => {
      throw notFound();
    });
  }
  return { app, routes, pageChanged: cache.drop, forgetPages: cache.clear };
}

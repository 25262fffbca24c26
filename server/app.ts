import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import { sandbox } from '../sandbox/routes.ts';
import type { SandboxOptions } from '../sandbox/sandbox-deps.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { codHandlers } from './cash-on-delivery/handlers.ts';
import { attributeHandlers } from './catalogue/attributes/handlers.ts';
import { cartHandlers } from './catalogue/carts/handlers.ts';
import { categoryHandlers } from './catalogue/categories/handlers.ts';
import { feedHandlers } from './catalogue/feeds/handlers.ts';
import { feedRoutes } from './catalogue/feeds/routes.ts';
import { importHandlers } from './catalogue/import/handlers.ts';
import { previewRoutes } from './catalogue/previews/routes.ts';
import { priceListHandlers } from './catalogue/price-lists/handlers.ts';
import { productHandlers } from './catalogue/products/handlers.ts';
import { sitemapRoutes } from './catalogue/sitemap/routes.ts';
import { sizeGuideHandlers } from './catalogue/size-guides/handlers.ts';
import { stockHandlers } from './catalogue/stock/handlers.ts';
import { stockAlertHandlers } from './catalogue/stock-alerts/handlers.ts';
import { tableHandlers } from './catalogue/table/handlers.ts';
import { wishlistHandlers } from './catalogue/wishlists/handlers.ts';
import { checkoutHandlers } from './checkout/handlers.ts';
import { contentRoutes } from './content/content-routes.ts';
import { contentHandlers } from './content/handlers.ts';
import { courierHandlers } from './couriers/handlers.ts';
import { customerHandlers } from './customers/handlers.ts';
import { deliveryHandlers } from './delivery/handlers.ts';
import type { Deps } from './deps.ts';
import { listPublishedPages } from './design/design.ts';
import { designHandlers } from './design/handlers.ts';
import { discountHandlers } from './discounts/handlers.ts';
import { notFound } from './errors.ts';
import { fulfilmentHandlers } from './fulfilment/handlers.ts';
import { giftCardHandlers } from './gift-cards/handlers.ts';
import { createFigures } from './health/figures.ts';
import type { Api } from './http/api.ts';
import { authenticate } from './http/authenticate.ts';
import { connectionTimes, createConnections, proxyTest } from './http/connections.ts';
import { docs, openApi } from './http/docs.ts';
import { createEdge } from './http/edge.ts';
import { replyWithError } from './http/errors.ts';
import { forbidStoring, headersOfAll, rejectSecondHost, replaceHeaders, setHeaders } from './http/headers.ts';
import { healthHandlers } from './http/health.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { mailFrame } from './http/mail-frame.ts';
import { accessHandlers, createOpeningGate } from './http/opening-gate.ts';
import { assets } from './http/pages/assets.ts';
import { cacheReads } from './http/pages/cached-reads.ts';
import { createCachedReplies } from './http/pages/cached-replies.ts';
import type { DraftPage } from './http/pages/page-check.ts';
import { registerPages } from './http/pages/pages.ts';
import { createReplyCache } from './http/pages/reply-cache.ts';
import { rateLimits } from './http/rate-limits.ts';
import { registerCalls } from './http/register-calls.ts';
import { slowBodies } from './http/slow-bodies.ts';
import { createStopping } from './http/stopping.ts';
import { createTraffic } from './http/traffic.ts';
import { replyToUnreadable } from './http/unreadable.ts';
import { invoiceHandlers } from './invoices/handlers.ts';
import { mailHandlers } from './mail/handlers.ts';
import { pictureRoutes, uploadHandlers } from './media/routes.ts';
import { moveHandlers } from './moving/handlers.ts';
import { notificationHandlers } from './notifications/handlers.ts';
import { orderEditingHandlers } from './order-editing/handlers.ts';
import { orderHandlers } from './orders/handlers.ts';
import { createOrderFeed } from './orders/order-feed.ts';
import { paymentHandlers } from './payments/handlers.ts';
import { refundHandlers } from './refunds/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import { createVisits } from './reports/visits.ts';
import { reviewHandlers } from './reviews/handlers.ts';
import { logContext } from './runtime/log.ts';
import { tracer } from './runtime/tracing.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { setupHandlers } from './setup/handlers.ts';
import { createShop } from './shop.ts';

export type AppParts = {
  isReady: () => Promise<boolean>;
  /**
   * Resolves when every process has received what was committed before this call (`listenForChanges`). Absent if changes
   * are not received at all; replies of calls are not cached then.
   */
  publishChanges?: () => Promise<void>;
  /** The web build; absent where only calls are served (API tests). */
  web?: {
    buildDir?: string;
    loadBuild: () => Promise<ServerBuild>;
    /** Serves the web sources in development. */
    middleware?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  };
  /** The simulated payment provider; it answers while there are no keys of a real one. */
  sandbox?: SandboxOptions;
};

/** Creates the Fastify app: every plugin and every group of handlers, in order. */
export async function createApp(deps: Deps, parts: AppParts) {
  const shared = createShared(deps, parts);
  const { cache, feed, gate, stopping, visitors } = shared;
  const app = openServer(deps, shared);
  stopping.register(app);
  const routes = followRequests(app, shared);
  await readRequests(app, deps, shared);
  identifySenders(app, deps);
  shared.gate.register(app);
  await registerApi(app, deps, shared, parts);
  pictureRoutes(app, deps.files);
  previewRoutes(app, deps);
  sitemapRoutes(app, deps, shared.replies, () => listPublishedPages(deps));
  feedRoutes(app, deps);
  contentRoutes(app);
  mailFrame(app);
  if (parts.sandbox) await app.register(sandbox(parts.sandbox), { prefix: '/sandbox/razorpay' });
  await registerWeb(app, deps, shared, parts);
  app.addHook('preClose', async () => feed.close());
  app.addHook('onClose', shared.visits.flush);
  app.addHook('onClose', async () => shared.figures.stop());
  return {
    app,
    routes,
    figures: shared.figures,
    publishChanges: shared.publishChanges,
    giveNotice: stopping.giveNotice,
    /** Accepts no more connections. Resolves when the open ones have ended, or after `maxMs`. */
    async drain(maxMs: number): Promise<void> {
      feed.close();
      await stopping.drain(app, maxMs);
    },
    /** Handles a change notification of the database (`tell_…` in 0002_functions.sql). */
    changed(tag: string) {
      visitors.drop(tag);
      gate.drop(tag);
      cache.drop(tag);
      feed.publish(tag);
    },
    /** Handles a gap in the notifications, when it begins and when it has ended (`isListening`). */
    missedChanges(isListening: boolean) {
      visitors.setNotified(isListening);
      gate.setNotified(isListening);
      cache.setNotified(isListening);
      cache.clear();
      feed.gap(isListening);
    },
    /** Serves nothing that was made with earlier settings. */
    settingsChanged() {
      replaceHeaders(shared.headers, headersOfAll(deps.config));
      cache.clear();
    },
    /** Serves no stale reply any more: another process publishes its changes. */
    expire: cache.expire,
  };
}

/** What the parts of one app share. */
type Shared = ReturnType<typeof createShared>;

function createShared(deps: Deps, parts: AppParts) {
  const { config } = deps;
  const headers = headersOfAll(config);
  const addHeaders = setHeaders(headers);
  const edge = createEdge(config.cdn);
  const cache = createReplyCache({ headers, edge });
  const replies = createCachedReplies(cache, edge, parts.publishChanges !== undefined);
  const traffic = createTraffic(cache);
  const figures = createFigures(deps, traffic);
  const visitors = cacheReads(deps);
  /** When this resolves, every page served shows all changes committed so far. */
  const publishChanges = async () => {
    await parts.publishChanges?.();
    cache.expire();
  };
  return {
    headers,
    addHeaders,
    cache,
    replies,
    traffic,
    figures,
    visitors,
    publishChanges,
    gate: createOpeningGate(deps),
    stopping: createStopping(),
    feed: createOrderFeed(),
    visits: createVisits(deps),
    /** The address of a page in the cache; set when the pages are registered. */
    findPage: (_url: string): string | undefined => undefined,
    /** Renders the draft of a page; set when the pages are registered. */
    renderDraft: async (_key: string): Promise<DraftPage> => ({ html: '', failed: [] }),
  };
}

/** Opens the server, which answers what the cache has before all else. */
function openServer(deps: Deps, shared: Shared) {
  const { config } = deps;
  const { addHeaders, gate, stopping, replies, traffic } = shared;
  const findPage = (url: string) => shared.findPage(url);
  const isTrustedProxy = proxyTest(config);
  const connections = createConnections(isTrustedProxy);
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: replyToUnreadable,
    // Hooks do not run for requests that can't be routed, such as a malformed URL.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply);
      return replyWithError(error, request, reply);
    },
    genReqId: () => randomUUID(),
    // The lines of a request get its id from the context (below), also those of the domains.
    childLoggerFactory: (log) => log,
    bodyLimit: 1024 * 1024,
    serverFactory: (handle) => {
      const answer = connections.inTurn((request, response) => {
        const isCached = gate.isOpen() && !stopping.hasBegun() && replies.answer(request, response, findPage);
        if (!isCached) handle(request, response);
        else traffic.countCached(response.statusCode);
      });
      return connections.watch(createServer(connectionTimes, answer));
    },
    routerOptions: { maxParamLength: 300 },
    trustProxy: isTrustedProxy,
    // Serves open connections during shutdown.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  return app;
}

/** Counts, logs and traces requests. Returns the list of all routes, such as `GET /api/products`. */
function followRequests(app: Api, { traffic }: Shared): string[] {
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { url = request.url.startsWith('/api/') ? 'unknown' : 'page', config } = request.routeOptions;
    traffic.count(request.method, config.isPage ? 'page' : url, statusCode, elapsedTime / 1000);
    tracer?.reply(request, url, statusCode);
  });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const item of [method].flat()) routes.push(`${item} ${url}`);
  });
  const withContext = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    logContext.run({ reqId: request.id }, () => (tracer ? tracer.request(request, done) : done()));
  app.addHook('onRequest', withContext);
  // Again after the body, which arrives in the context of the connection.
  app.addHook('preValidation', withContext);
  return routes;
}

/** Checks all requests and reads their bodies. */
async function readRequests(app: Api, deps: Deps, { addHeaders }: Shared): Promise<void> {
  slowBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    addHeaders(request, reply);
    rejectSecondHost(request);
  });
  await docs(app);
  await rateLimits(app, deps.db, deps.config.rateLimit);
  await app.register(formbody);
  parseJsonBodies(app);
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 20, fields: 100 } });
}

/** Decides who sends a request and what they can do. */
function identifySenders(app: Api, deps: Deps): void {
  app.decorateRequest('actor');
  app.decorateRequest('shop');
  app.decorateRequest('backOffice');
  app.addHook('onRequest', async (request) => {
    request.actor = await authenticate(deps, request);
    request.shop = createShop(deps, request.actor);
  });
}

/** Registers the calls below /api, by domain. */
async function registerApi(app: Api, deps: Deps, shared: Shared, parts: AppParts): Promise<void> {
  const { publishChanges, replies, traffic, visitors } = shared;
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => forbidStoring(reply));
      await api.register(compress, {
        encodings: ['br', 'gzip'],
        globalDecompression: false,
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      });
      // Bodies are JSON, or multipart for files. Only the payment callback accepts a form.
      api.removeContentTypeParser(['text/plain', 'application/x-www-form-urlencoded']);
      const handlers = listHandlers(deps, shared, parts);
      registerCalls(api, deps, handlers, publishChanges, { guest: visitors.shop, replies, traffic });
      api.setNotFoundHandler(() => {
        throw notFound('There is no such call.');
      });
    },
    { prefix: '/api' },
  );
}

/** The handlers of all calls, by domain. */
const listHandlers = (deps: Deps, shared: Shared, { isReady }: AppParts) => ({
  ...healthHandlers(isReady, deps, shared.figures, shared.stopping),
  'GET /openapi.json': openApi(deps.config),
  ...productHandlers,
  ...tableHandlers,
  ...stockHandlers,
  ...importHandlers,
  ...moveHandlers,
  ...uploadHandlers,
  ...categoryHandlers,
  ...attributeHandlers,
  ...sizeGuideHandlers,
  ...feedHandlers,
  ...stockAlertHandlers,
  ...wishlistHandlers,
  ...priceListHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...codHandlers,
  ...fulfilmentHandlers,
  ...invoiceHandlers,
  ...orderEditingHandlers,
  ...refundHandlers,
  ...discountHandlers,
  ...giftCardHandlers,
  ...deliveryHandlers,
  ...paymentHandlers(deps),
  ...orderHandlers(shared.feed),
  ...courierHandlers(deps),
  ...settingsHandlers,
  ...customerHandlers,
  ...accountHandlers,
  ...contentHandlers,
  ...designHandlers((key) => shared.renderDraft(key)),
  ...accessHandlers(deps),
  ...reviewHandlers,
  ...notificationHandlers,
  ...mailHandlers,
  ...reportHandlers(deps, shared.visits),
  ...setupHandlers,
});

/** Registers the pages. */
async function registerWeb(app: Api, deps: Deps, shared: Shared, parts: AppParts): Promise<void> {
  const { cache, replies, traffic, visitors } = shared;
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
    const { loadBuild } = parts.web;
    const { findPage, renderDraft } = await registerPages(
      app,
      deps,
      visitors.shopOfPages,
      loadBuild,
      cache,
      replies,
      traffic,
    );
    shared.renderDraft = renderDraft;
    if (deps.config.production) shared.findPage = findPage;
  } else {
    app.setNotFoundHandler(() => {
      throw notFound();
    });
  }
}

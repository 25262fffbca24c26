import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Deps } from '../../deps.ts';
import { design, isDraftLink } from '../../design/design.ts';
import { notFound, ShopError } from '../../errors.ts';
import { addressBlock } from '../../runtime/address-block.ts';
import { traced } from '../../runtime/tracing.ts';
import type { Shop } from '../../shop.ts';
import { type AdmissionQueue, createAdmissionQueue } from '../admission-queue.ts';
import type { Api } from '../api.ts';
import { mustRevalidate } from '../edge.ts';
import { permissionsOfOffice } from '../headers.ts';
import type { Traffic } from '../traffic.ts';
import type { CachedReplies } from './cached-replies.ts';
import { contentPolicy, isOfficePath } from './content-policy.ts';
import {
  busyAddress,
  findPattern,
  type PageTarget,
  pagePath,
  pageTarget,
  pageUrl,
  withoutEmptyParams,
} from './page-address.ts';
import type { RenderDraft } from './page-check.ts';
import { type PageShop, type RenderReads, recordingShop } from './page-tags.ts';
import type { ReplyCache } from './reply-cache.ts';
import type { CachedReply, FreshReply } from './reply-encodings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isPage?: boolean;
  }
}

/** Paths that may differ from a canonical path in case, slashes or encoded characters. */
const nonCanonical = /[A-Z]|[^\w\-./]|\/\/|.\/$/;

type PageBuild = ServerBuild & {
  entry: {
    module: {
      shopContext: RouterContext<PageShop>;
      renderContext: RouterContext<{
        nonce: string;
        showsMissing: boolean;
        reportError: (error: unknown) => void;
        reportSection: (error: unknown, id: string) => void;
        assetsUrl: string;
        takeHtml: (html: string) => void;
      }>;
    };
  };
};

/**
 * Registers a route for each page of the web build, and answers what no route matches. A page is the same for every
 * visitor, so it is rendered for a guest and cached; the browser reads who is signed in. Returns where the page of a URL
 * is cached, and renders drafts for `checkDraftPage`.
 */
export async function registerPages(
  app: Api,
  deps: Deps,
  guest: Shop,
  loadBuild: () => Promise<ServerBuild>,
  cache: ReplyCache,
  { send }: CachedReplies,
  traffic: Traffic,
): Promise<{ findPage: (url: string) => string | undefined; renderDraft: RenderDraft }> {
  const all = listPatterns(await loadBuild());
  const { patterns } = all;

  // A page takes the CPU of hundreds of cached ones.
  const queue = createAdmissionQueue({ concurrency: 2, maxWaiting: 32, maxPerBlock: 4 });
  traffic.queues.set('pages', queue);

  const render = createRenderer(deps, guest, loadBuild, all);
  const drafts = createDrafts(deps, guest, loadBuild, all, queue);

  /** The page to show, and the address where it is cached. */
  async function fetchPage(
    { address, missing, isFixed, pattern }: PageTarget,
    { block, isShut }: { block: string; isShut: boolean },
  ) {
    const fetch = async (pairs: string, isUrgent: boolean) => {
      const renderNow = () =>
        traced({ kind: 'page', name: `render ${patternName(pattern)}` }, () =>
          render(pairs, { isShared: pairs === missing, isShut }),
        );
      const make = () => (isUrgent ? queue.runUrgent(renderNow) : queue.run(block, renderNow));
      const place = isShut ? `shut ${pairs}` : pairs;
      return { address: place, page: await cache.fetch(place, make) };
    };
    try {
      const found = await fetch(address, isFixed);
      return isEmpty(found.page) && address !== missing ? await fetch(missing, true) : found;
    } catch (error) {
      // React Router shows the error of a request for data itself.
      const isRefused = error instanceof ShopError && error.status === 503;
      if (!isRefused || address.includes('.data')) throw error;
      return fetch(busyAddress, true);
    }
  }

  /**
   * Where the page of a URL in its canonical form is cached. Undefined for others, and for unknown paths, which may have
   * a redirect.
   */
  function findAddress(url: string): string | undefined {
    const [path = ''] = url.split('?', 1);
    const requested = pageUrl(url);
    if (nonCanonical.test(path) || withoutEmptyParams(requested)) return undefined;
    // It may be a link to drafts.
    if (requested.searchParams.has('draft')) return undefined;
    if (findPattern(requested.pathname, patterns) === undefined) return undefined;
    return pageTarget(requested, patterns).address;
  }

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const url = pageUrl(request.url);
    const { pathname, search } = url;
    if (nonCanonical.test(pathname)) {
      const path = pagePath(pathname, patterns);
      if (path && path !== pathname) return reply.redirect(path + search, 301);
    }
    const filled = withoutEmptyParams(url);
    if (filled) return reply.redirect(filled, 301);
    if (!deps.config.production) cache.clear();
    const draft = await drafts.find(request, url);
    if (draft) return sendDraft(reply, draft);
    const { isShut } = request;
    const target = isShut ? shutTarget(url, patterns) : pageTarget(url, patterns);
    const { address, page } = await fetchPage(target, { block: addressBlock(request.ip), isShut });
    const moved = page.status === 404 && (await guest.content.readRedirects())(pathname);
    if (moved) return sendMoved(reply, moved, search);
    return send(request, reply, address, page);
  }

  /** A form that was submitted before the scripts were loaded: shows its page again. */
  async function showAgain(request: FastifyRequest, reply: FastifyReply) {
    const { pathname, search } = pageUrl(request.url);
    return reply.redirect((pagePath(pathname, patterns) ?? pathname) + search, 303);
  }

  const options = { schema: { hide: true }, config: { isPage: true } };
  for (const pattern of patterns) {
    app.route({ ...options, method: ['GET', 'HEAD'], url: `/${pattern}`, handler: show });
    app.post(`/${pattern}`, options, showAgain);
    // React Router's requests for the data of a page.
    app.get(`/${pattern || '_root'}.data`, options, show);
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return show(request, reply);
    if (request.method === 'POST' && pagePath(pageUrl(request.url).pathname, patterns))
      return showAgain(request, reply);
    throw notFound();
  });
  return { findPage: findAddress, renderDraft: drafts.render };
}

/** Redirects to another address; not cached, so that a redirect that was entered by mistake can be corrected. */
const sendMoved = (reply: FastifyReply, to: string, search: string) =>
  reply.header('cache-control', 'no-store').redirect(/[?#]/.test(to) ? to : to + search, 301);

/** Renders pages with the drafts of their look: what a URL with a valid link names, or the draft with a key. */
function createDrafts(
  deps: Deps,
  guest: Shop,
  loadBuild: () => Promise<ServerBuild>,
  all: Patterns,
  queue: AdmissionQueue,
) {
  const withDrafts = { ...guest, design: design(deps, { showsDrafts: true }) };
  const render = createRenderer(deps, withDrafts, loadBuild, all);
  return {
    async find(request: FastifyRequest, url: URL): Promise<FreshReply | undefined> {
      const token = url.searchParams.get('draft');
      if (!token || !(await isDraftLink(deps, token))) return undefined;
      const { address, missing } = pageTarget(url, all.patterns);
      return queue.run(addressBlock(request.ip), () =>
        render(address, { isShared: address === missing, isShut: false }),
      );
    },
    render: (async (key) => {
      const path = key === 'home' ? '/' : `/pages/${key}`;
      const { body, failedSections } = await render(path, { isShared: false, isShut: false });
      return { html: String(body), failed: failedSections };
    }) satisfies RenderDraft,
  };
}

/** Sends a page with the drafts of its look, which nobody may store. The editor shows it in a frame. */
function sendDraft(reply: FastifyReply, { status, headers, body }: FreshReply) {
  const policy = headers['content-security-policy'] ?? '';
  return reply
    .status(status)
    .headers(headers)
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('x-frame-options', 'SAMEORIGIN')
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
    .send(body);
}

/** Renders the page at an address for a guest. */
function createRenderer(
  deps: Deps,
  guest: Shop,
  loadBuild: () => Promise<ServerBuild>,
  { patterns, publicPatterns }: Patterns,
) {
  let handlers: { build: ServerBuild; ofIslands: RequestHandler; others: RequestHandler } | undefined;

  /** React Router's handlers, which rank all routes when they are created. */
  function handlersOf(build: ServerBuild) {
    const mode = deps.config.production ? 'production' : 'development';
    if (handlers?.build !== build)
      handlers = {
        build,
        ofIslands: createRequestHandler(withHiddenData(build), mode),
        others: createRequestHandler(build, mode),
      };
    return handlers;
  }

  /** `isShared`: this is the page for all missing addresses of its kind. `isShut`: for who may not see the shop yet. */
  return async function render(
    address: string,
    { isShared, isShut }: { isShared: boolean; isShut: boolean },
  ): Promise<FreshReply & { failedSections: string[] }> {
    const build = (await loadBuild()) as PageBuild;
    const seen: RenderReads = { tags: new Set(), failed: false };
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString('base64url');
    let rendered: string | undefined;
    const failedSections: string[] = [];
    context.set(
      build.entry.module.shopContext,
      recordingShop(isShut ? withoutCategories(guest) : guest, seen),
    );
    context.set(build.entry.module.renderContext, {
      nonce,
      showsMissing: isShared,
      assetsUrl: deps.config.assetsUrl,
      reportError: (error) => deps.log.error({ err: error }, 'page failed'),
      reportSection: (error, section) => {
        seen.failed = true;
        failedSections.push(section);
        deps.log.error({ err: error, section, page: address }, 'section failed');
      },
      takeHtml: (taken) => {
        rendered = taken;
      },
    });
    const { pathname } = pageUrl(address);
    const hasIslands = publicPatterns.has(findPattern(pathname, patterns));
    const handle = handlersOf(build)[hasIslands ? 'ofIslands' : 'others'];
    const { origin } = new URL(deps.config.publicUrl);
    const response = await handle(new Request(origin + address), context);
    const { status } = response;
    const isBusy = address === busyAddress;
    const html = rendered ?? (await response.text());
    const body = html.replaceAll(` nonce="${nonce}"`, '');
    const headers = Object.fromEntries(response.headers);
    // In development, Vite adds inline styles and scripts to the page.
    if (deps.config.production && headers['content-type']?.startsWith('text/html')) {
      headers['content-security-policy'] = contentPolicy(html, nonce, pathname, {
        checkoutScript: deps.payments.checkoutScript,
        assetsUrl: deps.config.assetsUrl,
      });
    }
    headers['cache-control'] ??= status === 200 && !seen.failed ? mustRevalidate : 'no-store';
    if (status === 503) headers['retry-after'] = '5';
    // These addresses may contain an order key or a one-time token, which other sites must not see.
    if (
      /^\/(order-success|review|reset-password|activate-account|confirm-email|stop-reminders)\b/.test(address)
    )
      headers['referrer-policy'] = 'no-referrer';
    if (isOfficePath(pathname)) headers['permissions-policy'] = permissionsOfOffice;
    const isFound = status === 200 || (isShared && status === 404) || (isBusy && status === 503);
    const edge = status === 200 && hasIslands ? 'page' : undefined;
    const isComplete = isFound && !seen.failed;
    return { status, headers, body, tags: seen.tags, edge, isComplete, failedSections };
  };
}

/** The page that is shown instead of those of a shop that is not open. */
const openingPath = '/opening-soon';

/** The pages that everyone sees while the shop is not open: of admins, of links in mails, and what they agree to. */
const isShownShut = (pattern: string | undefined): boolean =>
  pattern !== undefined &&
  /^(admin|login$|reset-password|forgot-password$|confirm-email|stop-|order-success|privacy-policy$|opening-soon$)/.test(
    pattern,
  );

/** What a shop that is not open shows of a requested page. 403 for the data of a page that it does not show. */
function shutTarget(url: URL, patterns: string[]): PageTarget {
  const target = pageTarget(url, patterns);
  if (isShownShut(target.pattern)) return target;
  if (target.address.includes('.data')) throw new ShopError('shop_closed', 'This shop is not open yet.');
  return pageTarget(pageUrl(openingPath), patterns);
}

/** The menus of a shop that is not open yet show nothing of what it sells. */
const withoutCategories = (guest: Shop): Shop => ({
  ...guest,
  catalogue: { ...guest.catalogue, listCategories: async () => [] },
});

/** A pattern in traces: with a slash, and one name for all unknown paths. */
const patternName = (pattern: string | undefined) => (pattern === undefined ? 'page' : `/${pattern}`);

type Patterns = { patterns: string[]; publicPatterns: Set<string | undefined> };

/** The paths of web/routes.ts, and those of public pages. The routes of unknown paths are not among them. */
function listPatterns({ routes }: ServerBuild): Patterns {
  const patterns: string[] = [];
  const publicPatterns = new Set<string | undefined>();
  for (const route of Object.values(routes)) {
    const pattern = route?.index ? '' : route?.path || '*';
    if (pattern.endsWith('*')) continue;
    patterns.push(pattern);
    if (isPublicPage(route?.module.handle)) publicPatterns.add(pattern);
  }
  return { patterns, publicPatterns };
}

/** Whether a route is of a page that is the same for all (`handle` of its module in web/). */
const isPublicPage = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'hasIslands' in handle && handle.hasIslands === true;

/**
 * The build for pages with islands. React Router encodes the data of each page for its scripts, which these pages do not
 * have; it encodes no properties that are not enumerable. An uncached listing takes 3.4 instead of 4.2 ms of CPU.
 */
function withHiddenData(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (!loader) return [id, route];
    const hiding: typeof loader = async (args) => hideProperties(await loader(args));
    return [id, { ...route, module: { ...route.module, loader: hiding } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function hideProperties(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return data;
  const hidden = {};
  for (const [name, value] of Object.entries(data)) Object.defineProperty(hidden, name, { value });
  return hidden;
}

/** There is nothing at the address, so the page for missing ones is shown. */
const isEmpty = ({ status, encoded }: CachedReply) => status === 404 && encoded.identity?.body.length === 0;

import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { addressBlock } from '../address-block.ts';
import type { Deps } from '../deps.ts';
import { notFound, ShopError } from '../errors.ts';
import { createShop } from '../shop.ts';
import { contentPolicy } from './content-policy.ts';
import { busyAddress, type PageTarget, pagePath, pageTarget, pageUrl } from './page-address.ts';
import type { CachedPage, createPageCache, FreshPage } from './page-cache.ts';
import { type PageShop, type RenderReads, recordingShop } from './page-tags.ts';
import { createRenderQueue } from './render-queue.ts';

/** Paths that may differ from a canonical path in case or slashes. */
const nonCanonical = /[A-Z]|\/\/|.\/$/;

type PageBuild = ServerBuild & {
  entry: {
    module: {
      shopContext: RouterContext<PageShop>;
      renderContext: RouterContext<{
        nonce: string;
        showsMissing: boolean;
        reportError: (error: unknown) => void;
      }>;
    };
  };
};

/**
 * Renders pages with the web build. A page is the same for every visitor, so it is rendered for a guest and cached;
 * the browser reads who is signed in.
 */
export function createPages(
  deps: Deps,
  loadBuild: () => Promise<ServerBuild>,
  cache: ReturnType<typeof createPageCache>,
) {
  const guest = createShop(deps, { kind: 'guest', address: '' });
  const { origin } = new URL(deps.config.publicUrl);

  const queue = createRenderQueue();

  /** `isShared`: this is the page for all missing addresses of its kind. */
  async function render(address: string, isShared: boolean): Promise<FreshPage> {
    const build = (await loadBuild()) as PageBuild;
    const seen: RenderReads = { tags: new Set(), failed: false };
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString('base64url');
    context.set(build.entry.module.shopContext, recordingShop(guest, seen));
    context.set(build.entry.module.renderContext, {
      nonce,
      showsMissing: isShared,
      reportError: (error) => deps.log.error({ err: error }, 'page failed'),
    });
    const handle = createRequestHandler(build, deps.config.production ? 'production' : 'development');
    const response = await handle(new Request(origin + address), context);
    const { status } = response;
    const isBusy = address === busyAddress;
    const html = isBusy ? withoutScripts(await response.text()) : await response.text();
    const body = html.replaceAll(` nonce="${nonce}"`, '');
    const headers = Object.fromEntries(response.headers);
    // In development, Vite adds inline styles and scripts to the page.
    if (deps.config.production && headers['content-type']?.startsWith('text/html')) {
      const { pathname } = pageUrl(address);
      headers['content-security-policy'] = contentPolicy(html, nonce, pathname, deps.payments.checkoutScript);
    }
    headers['cache-control'] ??=
      status === 200 && !seen.failed ? 'public, max-age=0, must-revalidate' : 'no-store';
    if (status === 503) headers['retry-after'] = '5';
    // These addresses may contain an order key or a one-time token, which other sites must not see.
    if (/^\/(order-success|reset-password|activate-account|confirm-email)\b/.test(address))
      headers['referrer-policy'] = 'no-referrer';
    const isFound = status === 200 || (isShared && status === 404) || (isBusy && status === 503);
    return { status, headers, body, tags: seen.tags, isComplete: isFound && !seen.failed };
  }

  async function fetchPage({ address, missing, isFixed }: PageTarget, block: string): Promise<CachedPage> {
    const fetch = (each: string, isUrgent: boolean) => {
      const renderNow = () => render(each, each === missing);
      return cache.fetch(each, () => (isUrgent ? queue.runUrgent(renderNow) : queue.run(block, renderNow)));
    };
    try {
      const page = await fetch(address, isFixed);
      const isMissing = page.status === 404 && page.plain.length === 0 && address !== missing;
      return isMissing ? await fetch(missing, true) : page;
    } catch (error) {
      // React Router shows the error of a request for data itself.
      const isRefused = error instanceof ShopError && error.status === 503;
      if (!isRefused || address.includes('.data')) throw error;
      return fetch(busyAddress, true);
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const url = pageUrl(request.url);
    const { pathname, search } = url;
    const { routes } = await loadBuild();
    const patterns = Object.values(routes).flatMap((route) => route?.path ?? []);
    if (request.method !== 'GET' || nonCanonical.test(pathname)) {
      const path = pagePath(pathname, patterns);
      // A form that was submitted before the scripts were loaded: show its page again.
      if (request.method === 'POST' && path) return reply.redirect(path + search, 303);
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
      if (path && path !== pathname) return reply.redirect(path + search, 301);
    }
    if (!deps.config.production) cache.clear();
    return send(request, reply, await fetchPage(pageTarget(url, patterns), addressBlock(request.ip)));
  };
}

/** A refused request has another address than this page, which the scripts would not accept. */
const withoutScripts = (html: string) =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');

function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.status(page.status).headers(page.headers).header('vary', 'accept-encoding');
  if (page.status === 200) {
    reply.header('etag', page.etag);
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send();
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  if (page.plain.length < 1024) return reply.send(page.plain);
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.plain);
}

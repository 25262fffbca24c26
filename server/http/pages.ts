import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { createShop } from '../shop.ts';
import { contentPolicy } from './content-policy.ts';
import { pageAddress, pagePath, pageUrl } from './page-address.ts';
import type { CachedPage, createPageCache, FreshPage } from './page-cache.ts';
import { type PageShop, type RenderReads, recordingShop } from './page-tags.ts';

/** Paths that may differ from a canonical path in case or slashes. */
const nonCanonical = /[A-Z]|\/\/|.\/$/;

type PageBuild = ServerBuild & {
  entry: {
    module: {
      shopContext: RouterContext<PageShop>;
      renderContext: RouterContext<{ nonce: string; reportError: (error: unknown) => void }>;
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

  async function render(address: string): Promise<FreshPage> {
    const build = (await loadBuild()) as PageBuild;
    const seen: RenderReads = { tags: new Set(), failed: false };
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString('base64url');
    context.set(build.entry.module.shopContext, recordingShop(guest, seen));
    context.set(build.entry.module.renderContext, {
      nonce,
      reportError: (error) => deps.log.error({ err: error }, 'page failed'),
    });
    const handle = createRequestHandler(build, deps.config.production ? 'production' : 'development');
    const response = await handle(new Request(origin + address), context);
    const html = await response.text();
    const body = html.replaceAll(` nonce="${nonce}"`, '');
    const headers = Object.fromEntries(response.headers);
    // In development, Vite adds inline styles and scripts to the page.
    if (deps.config.production && headers['content-type']?.startsWith('text/html')) {
      const { pathname } = pageUrl(address);
      headers['content-security-policy'] = contentPolicy(html, nonce, pathname, deps.payments.checkoutScript);
    }
    headers['cache-control'] ??=
      response.status === 200 && !seen.failed ? 'public, max-age=0, must-revalidate' : 'no-store';
    if (response.status === 503) headers['retry-after'] = '5';
    // These addresses may contain an order key or a one-time token, which other sites must not see.
    if (/^\/(order-success|reset-password|activate-account|confirm-email)\b/.test(address))
      headers['referrer-policy'] = 'no-referrer';
    return { status: response.status, headers, body, ...seen };
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const url = pageUrl(request.url);
    const { pathname, search } = url;
    if (request.method !== 'GET' || nonCanonical.test(pathname)) {
      const { routes } = await loadBuild();
      const patterns = Object.values(routes).flatMap((route) => route?.path ?? []);
      const path = pagePath(pathname, patterns);
      // A form that was submitted before the scripts were loaded: show its page again.
      if (request.method === 'POST' && path) return reply.redirect(path + search, 303);
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
      if (path && path !== pathname) return reply.redirect(path + search, 301);
    }
    const address = pageAddress(url);
    if (!deps.config.production) cache.clear();
    const page = await cache.fetch(address, () => render(address));
    return send(request, reply, page);
  };
}

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

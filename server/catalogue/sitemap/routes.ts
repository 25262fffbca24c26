import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { sitemaps } from './sitemap.ts';

/** `/sitemap.xml`, the files it names, and `/robots.txt`. */
export function sitemapRoutes(app: Api, deps: Deps): void {
  const maps = sitemaps(deps);
  const hide = true;
  const params = z.object({ file: z.coerce.number().int().max(100_000) });
  const send = (reply: FastifyReply, text: string, type = 'application/xml') =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text);

  app.get('/sitemap.xml', { schema: { hide } }, async (_, reply) => send(reply, await maps.index()));
  app.get('/sitemap-pages.xml', { schema: { hide } }, async (_, reply) => send(reply, await maps.pages()));
  app.get('/sitemap-products-:file.xml', { schema: { hide, params } }, async (request, reply) =>
    send(reply, await maps.products(request.params.file)),
  );
  app.get('/robots.txt', { schema: { hide } }, async (_, reply) => send(reply, maps.robots(), 'text/plain'));
}

import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { sitemaps } from './sitemap.ts';

/** `/sitemap.xml`, the files it names, and `/robots.txt`. */
export function sitemapRoutes(app: Api, deps: Deps): void {
  const maps = sitemaps(deps);
  const xml = 'application/xml; charset=utf-8';
  const hidden = { schema: { hide: true } };
  const hourly = 'public, max-age=3600';

  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply
      .type(xml)
      .header('cache-control', hourly)
      .send(await maps.index()),
  );
  app.get('/sitemap-pages.xml', hidden, async (_request, reply) =>
    reply
      .type(xml)
      .header('cache-control', hourly)
      .send(await maps.pages()),
  );
  app.get(
    '/sitemap-products-:file.xml',
    { schema: { hide: true, params: z.object({ file: z.coerce.number().int().max(100_000) }) } },
    async (request, reply) =>
      reply
        .type(xml)
        .header('cache-control', hourly)
        .send(await maps.products(request.params.file)),
  );
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', hourly).send(maps.robots()),
  );
}

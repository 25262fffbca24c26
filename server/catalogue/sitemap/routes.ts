import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import type { CachedReplies } from '../../http/pages/cached-replies.ts';
import { describeForModels } from './llms.ts';
import { sitemaps } from './sitemap.ts';

/** `/sitemap.xml`, the files it names, `/robots.txt` and `/llms.txt`. `listPages`: those that the owner has added. */
export function sitemapRoutes(
  app: Api,
  deps: Deps,
  replies: CachedReplies,
  listPages: () => Promise<{ path: string }[]>,
): void {
  const maps = sitemaps(deps, listPages);
  const params = z.object({ file: z.coerce.number().int().max(100_000).optional() });
  const serve = (url: string, type: string, read: (file?: number) => string | Promise<string>) =>
    app.get(url, { schema: { hide: true, params } }, async (request, reply) => {
      const { file } = request.params;
      // One address for all notations of the number.
      const address = url.replace(':file', String(file));
      return replies.serve(request, reply, address, async () => ({
        status: 200,
        headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
        body: await read(file),
        tags: new Set(['catalogue', 'content', 'pages']),
        isComplete: true,
      }));
    });

  serve('/sitemap.xml', 'application/xml', maps.index);
  serve('/sitemap-pages.xml', 'application/xml', maps.pages);
  serve('/sitemap-products-:file.xml', 'application/xml', (file = 0) => maps.products(file));
  serve('/robots.txt', 'text/plain', maps.robots);
  serve('/llms.txt', 'text/plain', () => describeForModels(deps));
}

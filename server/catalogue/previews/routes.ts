import { z } from 'zod';
import { pictureUrl } from '../../../shared/products/picture.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { forOtherOrigins } from '../../http/headers.ts';
import { previewOf, readPreview } from './previews.ts';

const pattern = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})_[\da-f]{12}-1200\.jpg$/;

/** `/uploads/preview/<file>`: the link preview of a product. An address of a former one redirects to the current one. */
export function previewRoutes(app: Api, deps: Deps): void {
  const params = z.object({ file: z.string().max(100) });
  app.get('/uploads/preview/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const [, ...id] = pattern.exec(request.params.file) ?? [];
    if (id.length === 0) throw notFound();
    const product = await request.shop.catalogue.getProduct(id.join('-'));
    const path = previewOf(product);
    if (!path) throw notFound();
    const address = pictureUrl(path, 1200, 'jpg');
    if (address !== `/uploads/preview/${request.params.file}`)
      return reply.header('cache-control', 'no-cache').redirect(address, 302);
    const bytes = await readPreview(deps, product);
    return reply
      .headers(forOtherOrigins)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/jpeg')
      .send(bytes);
  });
}

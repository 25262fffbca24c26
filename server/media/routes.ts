import { z } from 'zod';
import { badField } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Handlers } from '../http/handlers.ts';
import { forOtherOrigins } from '../http/headers.ts';
import type { FileStore } from './files.ts';
import { getPicture } from './sizes.ts';

/** `GET /uploads/<kind>/<file>`: stored pictures and their sizes, which are immutable. */
export function pictureRoutes(app: Api, files: FileStore) {
  const params = z.object({ kind: z.string().max(40), file: z.string().max(100) });
  app.get('/uploads/:kind/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const { kind, file } = request.params;
    const { bytes, type } = await getPicture(files, `${kind}/${file}`);
    const tag = `"${file}"`;
    reply
      .headers(forOtherOrigins)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  });
}

/** Upload of pictures for a product, category … of the kind in the query. */
export const uploadHandlers = {
  'POST /upload': ({ uploads }) => {
    const files = uploads.all.map((stored) => ({ ...stored, url: `/${stored.path}` }));
    const [first] = files;
    if (!first) throw badField('image', 'Please choose a picture');
    return { success: true, path: first.path, url: first.url, files };
  },
} satisfies Partial<Handlers>;

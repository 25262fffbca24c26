import { z } from 'zod';
import type { Api } from '../http/api.ts';
import type { FileStore } from './files.ts';
import { getPicture } from './sizes.ts';

/** `GET /uploads/<kind>/<file>`: stored pictures and their sizes. An address never changes what it shows. */
export function pictureRoutes(app: Api, files: FileStore) {
  const params = z.object({ kind: z.string().max(40), file: z.string().max(100) });
  app.get('/uploads/:kind/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const { kind, file } = request.params;
    const { bytes, type } = await getPicture(files, `${kind}/${file}`);
    const tag = `"${file}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  });
}

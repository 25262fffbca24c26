import { z } from 'zod';
import { badField } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { Handlers } from '../http/handlers.ts';
import { forOtherOrigins } from '../http/headers.ts';
import { byteRange } from './byte-range.ts';
import type { FileStore } from './files.ts';
import { getPicture } from './sizes.ts';

/** `GET /uploads/<kind>/<file>`: stored pictures and their sizes, and videos, also in parts. All are immutable. */
export function pictureRoutes(app: Api, files: FileStore) {
  const params = z.object({ kind: z.string().max(40), file: z.string().max(100) });
  const video = z.object({ name: z.string().regex(/^[A-Za-z0-9]{1,64}\.(?:mp4|webm)$/) });
  // Without HEAD, for which the framework would read the whole file.
  const options = { exposeHeadRoute: false, schema: { hide: true, params: video } };
  app.get('/uploads/video/:name', options, async (request, reply) => {
    const { name } = request.params;
    const path = `uploads/video/${name}`;
    const size = await files.size(path);
    const tag = `"${name}"`;
    reply.headers(immutable(tag)).header('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const { range: header, 'if-range': condition = tag } = request.headers;
    const range = condition === tag ? byteRange(header, size) : undefined;
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return reply
      .type(name.endsWith('.mp4') ? 'video/mp4' : 'video/webm')
      .header('content-length', end - start + 1)
      .send(await files.stream(path, range));
  });
  app.get('/uploads/:kind/:file', { schema: { hide: true, params } }, async (request, reply) => {
    const { kind, file } = request.params;
    const { bytes, type } = await getPicture(files, `${kind}/${file}`);
    const tag = `"${file}"`;
    reply.headers(immutable(tag));
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  });
}

/** A file with this name never changes. */
const immutable = (tag: string) => ({
  ...forOtherOrigins,
  'cache-control': 'public, max-age=31536000, immutable',
  etag: tag,
  'x-content-type-options': 'nosniff',
});

/** Upload of pictures for a product, category … of the kind in the query. */
export const uploadHandlers = {
  'POST /upload': ({ uploads }) => {
    const files = uploads.all.map((stored) => ({ ...stored, url: `/${stored.path}` }));
    const [first] = files;
    if (!first) throw badField('image', 'Please choose a picture');
    return { success: true, path: first.path, url: first.url, files };
  },
} satisfies Partial<Handlers>;

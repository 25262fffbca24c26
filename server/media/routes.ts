import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type PictureKind, uploadQuery, uploadReply } from '../../shared/contract/catalogue-admin.ts';
import type { Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { pictureForm } from '../http/form.ts';
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
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  });
}

function requestedKind({ query }: FastifyRequest): PictureKind {
  const parsed = uploadQuery.safeParse(query);
  if (!parsed.success) throw badField('kind', 'Not a kind of pictures');
  return parsed.data.kind;
}

/** `POST /upload`: stores the pictures of a multipart form under `kind`. */
export function uploadRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  admin.post(
    '/upload',
    {
      ...pictureForm(deps, requestedKind),
      schema: { querystring: uploadQuery, consumes: ['multipart/form-data'], response: { 201: uploadReply } },
    },
    async (request, reply) => {
      const files = request.uploads.all.map((stored) => ({ ...stored, url: `/${stored.path}` }));
      const [first] = files;
      if (!first) throw badField('image', 'Please choose a picture');
      return reply.status(201).send({ success: true as const, path: first.path, url: first.url, files });
    },
  );
}

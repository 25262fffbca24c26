import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Api } from './api.ts';

/**
 * Serves the files of the web build, precompressed where the client accepts it. Files under /assets have a content
 * hash in their name, so browsers may cache them forever.
 */
export async function assets(app: Api, buildDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(buildDir, 'client'),
    prefix: '/',
    index: false,
    preCompressed: true,
    wildcard: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}

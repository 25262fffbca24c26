import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Api } from './api.ts';

/**
 * The files of the web build. Those under /assets carry their content's hash in the name and are kept for good;
 * compressed twins that the build made beside them are sent to whoever takes them.
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

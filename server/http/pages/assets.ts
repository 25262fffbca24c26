import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Api } from '../api.ts';
import { forOtherOrigins } from '../headers.ts';

/** What the service worker may do: fetch files of the shop. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Serves the files of the web build, precompressed where the client accepts it. Files under /assets have a content
 * hash in their name, so browsers may cache them forever. Pages of another origin may use them, because with `ASSETS_URL`
 * a CDN has its own (decision 118).
 */
export async function assets(app: Api, buildDir: string): Promise<void> {
  const root = join(buildDir, 'client');
  // One route for all: one for each of the hundreds of files takes a tenth of the start (decision 56).
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply
        .headers(forOtherOrigins)
        .headers(/\/sw\.js\b/.test(path) ? { 'content-security-policy': workerPolicy } : {})
        .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    app.get(`/${entry.name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(entry.name, root),
    );
  }
}

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { openLink } from '../payment-links.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { describeOrder, type OrderKey, type PaymentRequest, payFromWindow, readFromWindow } from './calls.ts';

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
const windowFiles = [
  'window.js',
  'fields.js',
  'requests.js',
  'window.css',
  'window.html',
  'link.js',
  'link.css',
];
const assets = [
  { path: '/checkout.js', file: 'checkout.js' },
  ...windowFiles.map((file) => ({ path: `/checkout/${file}`, file })),
];

const linkPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** The payment window and its calls, for anyone with the public key id and the id of an order. */
export async function checkoutRoutes(app: FastifyInstance, deps: SandboxDeps): Promise<void> {
  // Like the real checkout, it may be loaded from another host than the shop's. No cookie is involved.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' });
  });
  app.options('/checkout/*', (_request, reply) => reply.code(204).send());

  for (const { path, file } of assets) {
    const type = `${types[file.split('.').pop() ?? '']}; charset=utf-8`;
    const content = await readFile(new URL(file, import.meta.url));
    const zipped = gzipSync(content, { level: 9 });
    app.get(path, (request, reply) => {
      const takesZipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      reply.type(type).header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding');
      return takesZipped ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(content);
    });
  }

  const page = await readFile(new URL('link.html', import.meta.url));
  app.get('/links/:id', (_request, reply) =>
    reply.header('content-security-policy', linkPolicy).type(`${types.html}; charset=utf-8`).send(page),
  );
  app.post<{ Params: { id: string } }>('/checkout/links/:id', ({ params }) => openLink(deps, params.id));
  app.get<{ Querystring: OrderKey }>('/checkout/preferences', (request) =>
    describeOrder(deps, request.query),
  );
  app.post<{ Body: PaymentRequest }>('/checkout/payments', (request) =>
    payFromWindow(deps, request.body ?? {}),
  );
  app.get<{ Params: { id: string }; Querystring: OrderKey }>('/checkout/payments/:id', (request) =>
    readFromWindow(deps, request.params.id, request.query),
  );
}

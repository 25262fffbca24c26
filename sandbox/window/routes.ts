import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { describeOrder, type PaymentRequest, payFromWindow, readFromWindow } from './calls.ts';

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };
const windowFiles = ['window.js', 'fields.js', 'requests.js', 'window.css', 'window.html'];
const assets = [
  { path: '/checkout.js', file: 'checkout.js' },
  ...windowFiles.map((file) => ({ path: `/checkout/${file}`, file })),
];

type Named = { key_id?: string; order_id?: string };

/** The payment window and its calls: who knows the public key id and an order's id may pay that order. */
export async function checkoutRoutes(app: FastifyInstance, books: SandboxDeps): Promise<void> {
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

  app.get<{ Querystring: Named }>('/checkout/preferences', (request) => describeOrder(books, request.query));
  app.post<{ Body: PaymentRequest }>('/checkout/payments', (request) =>
    payFromWindow(books, request.body ?? {}),
  );
  app.get<{ Params: { id: string }; Querystring: Named }>('/checkout/payments/:id', (request) =>
    readFromWindow(books, request.params.id, request.query),
  );
}

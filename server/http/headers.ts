import type { FastifyInstance } from 'fastify';

/** Headers of every reply, errors and files too (threats T-HDR-01, T-HDR-03). Pages add their own policy. */
export function securityHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // What is one person's own is never kept by anything in between.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store');
  });
}

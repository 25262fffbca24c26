import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers of every reply, including errors and files (threats T-HDR-01, T-HDR-03). Pages set their own policy. */
export const securityHeaders =
  ({ https }: { https: boolean }) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
    // Personal data must not be stored by proxies.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store');
  };

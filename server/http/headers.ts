import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../errors.ts';

/** Neither the shop nor the payment window uses these; `payment` stays allowed for the window (razorpay §5). */
const permissions = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every reply, including errors and files (threats T-HDR-01, T-HDR-03). Pages set their own policy. */
export const securityHeaders =
  ({ https }: { https: boolean }) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    reply.header('permissions-policy', permissions);
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
    // Personal data must not be stored by proxies.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store');
  };

/** A proxy may read the other of two Host headers. Errors: 400 (RFC 9112, section 3.2). */
export function rejectSecondHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((header, at) => at % 2 === 0 && header.toLowerCase() === 'host');
  if (hosts.length > 1) throw badRequest('The request has two Host headers.');
}

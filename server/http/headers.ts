import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { badRequest } from '../errors.ts';

/** Neither the shop nor the payment window uses these; `payment` stays allowed for the window (razorpay §5). */
const permissions = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** What pages of the back office may use: also the camera, for barcodes. */
export const permissionsOfOffice = permissions.replace('camera=()', 'camera=(self)');

/** Headers of every reply, including errors and files (threats T-HDR-01, T-HDR-03). Pages set their own policy. */
export const headersOfAll = ({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});

/** Replaces the headers of every reply by those of changed settings. */
export function replaceHeaders(headers: Record<string, string>, next: Record<string, string>): void {
  for (const name of Object.keys(headers)) if (!(name in next)) delete headers[name];
  Object.assign(headers, next);
}

/** Let pages of every origin use a public file, also scripts and fonts, which need permission (decision 118). */
export const forOtherOrigins = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Sets the headers of every reply that does not come from the cache. */
export const setHeaders =
  (headers: Record<string, string>) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id);
    // Also before routing; a routed call may have another notation of its path.
    if (request.url.startsWith('/api/')) forbidStoring(reply);
  };

/** Personal data must not be stored by proxies. */
export function forbidStoring(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-store');
}

/** A proxy may read the other of two Host headers. Errors: 400 (RFC 9112, section 3.2). */
export function rejectSecondHost({ raw }: FastifyRequest): void {
  if (hasSecondHost(raw)) throw badRequest('The request has two Host headers.');
}

export function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

import type { FastifyRequest } from 'fastify';

/** The order's key as it is shown: the header, else `?key=` (contract §3). */
export function orderKey(request: FastifyRequest): string | undefined {
  const header = request.headers['x-order-key'];
  if (typeof header === 'string' && header) return header.slice(0, 200);
  const { key } = request.query as { key?: unknown };
  return typeof key === 'string' && key ? key : undefined;
}

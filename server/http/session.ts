import type { FastifyRequest } from 'fastify';
import { findSession } from '../accounts/accounts.ts';
import type { Actor, Deps } from '../deps.ts';

/** Who asks: the bearer of a living token, or nobody. A bad token is nobody; calls that need somebody say 401. */
export async function whoAsks(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const address = request.ip;
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !token) return { kind: 'nobody', address };
  const session = await findSession(deps, token);
  if (!session) return { kind: 'nobody', address };
  return { kind: session.portal, userId: session.userId, address };
}

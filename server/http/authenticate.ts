import type { FastifyRequest } from 'fastify';
import { findSession } from '../accounts/accounts.ts';
import type { Actor, Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';

/** Who asks: the bearer of a living token, or nobody. A bad token is nobody; calls that need somebody say 401. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const address = request.ip;
  const token = bearerToken(request);
  const session = token && (await findSession(deps, token));
  if (!session) return { kind: 'guest', address };
  return { kind: session.portal, userId: session.userId, address };
}

/** The token that a request carries, whatever it is worth. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme === 'Bearer' && token ? token : undefined;
}

/** For scopes of calls that are somebody's own: nobody is told to sign in before anything else is looked at. */
export async function requireSignIn(request: FastifyRequest): Promise<void> {
  if (request.actor.kind === 'guest') throw unauthorized();
}

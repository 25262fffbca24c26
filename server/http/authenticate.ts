import type { FastifyRequest } from 'fastify';
import { findSession } from '../accounts/accounts.ts';
import type { Actor, Deps } from '../deps.ts';
import { unauthorized } from '../errors.ts';
import { permissionsOf } from '../permissions.ts';

/** Finds out who sends a request, from its session token. An unknown or expired token makes a guest. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const address = request.ip;
  const token = bearerToken(request);
  const session = token && (await findSession(deps, token, address));
  if (!session) return { kind: 'guest', address };
  const { userId, portal, roleId, rolePermissions } = session;
  if (portal === 'user') return { kind: 'user', userId, address };
  if (!roleId || !rolePermissions) return { kind: 'guest', address };
  const permissions = permissionsOf(roleId, rolePermissions);
  return { kind: 'admin', userId, address, roleId, permissions };
}

/** The bearer token of a request, which may be invalid. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme === 'Bearer' && token ? token : undefined;
}

/** Refuses guests with 401 before the body is read. */
export async function requireSignIn(request: FastifyRequest): Promise<void> {
  if (request.actor.kind === 'guest') throw unauthorized();
}

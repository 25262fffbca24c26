import type { FastifyRequest } from 'fastify';
import { findSession } from '../accounts/sessions.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Actor, Deps } from '../deps.ts';
import { passwordChangeRequired, unauthorized } from '../errors.ts';
import { permissionsOf } from '../permissions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in the table of calls. */
    isBackground?: boolean | undefined;
    changesPassword?: boolean | undefined;
  }
}

/** Finds out who sends a request, from its session token. An unknown or expired token makes a guest. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const address = request.ip;
  const token = bearerToken(request);
  const { isBackground = false, changesPassword = false } = request.routeOptions.config;
  const session = token && (await findSession(deps, token, { address, isUse: !isBackground }));
  if (!session) return { kind: 'guest', address };
  const { userId, portal, roleId, rolePermissions, hasSecondFactor, provedAt, mustChangePassword } = session;
  if (mustChangePassword && !changesPassword) return { kind: 'guest', address, mustChangePassword };
  if (portal === 'user') return { kind: 'user', userId, address };
  if (!roleId || !rolePermissions) return { kind: 'guest', address };
  const needsSecondFactor = !hasSecondFactor && (await readSiteInfo(deps.db)).secondFactorRequired;
  return {
    kind: 'admin',
    userId,
    address,
    roleId,
    needsSecondFactor,
    permissions: needsSecondFactor ? new Set() : permissionsOf(roleId, rolePermissions),
    isProved: provedAt !== null && deps.clock.now().getTime() - provedAt.getTime() < provedMs,
  };
}

/** How long a proof is valid (decision 42). */
const provedMs = 10 * 60_000;

/** The bearer token of a request, which may be invalid. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme === 'Bearer' && token ? token : undefined;
}

/** Refuses guests with 401 before the body is read, and admins who must change their password with 403. */
export async function requireSignIn({ actor }: FastifyRequest): Promise<void> {
  if (actor.kind !== 'guest') return;
  throw actor.mustChangePassword ? passwordChangeRequired() : unauthorized();
}

import type { CallPermission } from '../../shared/contract/calls/call.ts';
import { createBackOffice } from '../back-office.ts';
import type { Deps } from '../deps.ts';
import { forbidden } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Api } from './api.ts';
import { requireSignIn } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission of the call, as in the table of calls. */
    permission?: CallPermission | undefined;
  }
}

/**
 * Registers the routes that only admins may call: 401 for guests, 403 for shoppers and for admins whose role does not
 * have the permission of the call, before the body is read. Every admin route is registered in this scope.
 */
export function adminScope(app: Api, deps: Deps, register: (scope: Api) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await requireSignIn(request);
      const { actor } = request;
      if (actor.kind !== 'admin') throw forbidden();
      const { permission } = request.routeOptions.config;
      // A route that names no permission is open to no one.
      if (!permission) throw forbidden();
      if (permission !== 'every-admin') requirePermission(actor, permission);
      request.backOffice = createBackOffice(deps, actor);
    });
    register(scope);
  });
}

import type { CallPermission } from '../../shared/contract/calls/call.ts';
import { createBackOffice } from '../back-office.ts';
import type { Deps } from '../deps.ts';
import { forbidden, ShopError } from '../errors.ts';
import { requirePermission, requireProved } from '../permissions.ts';
import type { Api } from './api.ts';
import { requireSignIn } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission of the call, as in the table of calls. */
    permission?: CallPermission | undefined;
    /** Whether, or for which fields of the body, the call needs a recent proof. */
    stepUp?: true | readonly string[] | undefined;
  }
}

/**
 * Registers the routes that only admins may call: 401 for guests, 403 for shoppers, for admins whose role does not have
 * the permission of the call, and for those who have to prove first that it is they, all before the body is read. Every
 * admin route is registered in this scope.
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
      if (permission !== 'every-admin') {
        if (actor.needsSecondFactor)
          throw new ShopError('second_factor_required', 'Set up a second factor first.');
        requirePermission(actor, permission);
      }
      if (request.routeOptions.config.stepUp === true) requireProved(actor);
      request.backOffice = createBackOffice(deps, actor);
    });
    scope.addHook('preHandler', async ({ actor, routeOptions: { config }, body }) => {
      const { stepUp } = config;
      if (!Array.isArray(stepUp) || actor.kind !== 'admin') return;
      if (stepUp.some((field) => Object.hasOwn(Object(body), field))) requireProved(actor);
    });
    register(scope);
  });
}

import { createBackOffice } from '../back-office.ts';
import type { Deps } from '../deps.ts';
import { forbidden, unauthorized } from '../errors.ts';
import type { Api } from './api.ts';

/**
 * Registers the routes that only admins may call: 401 for guests, 403 for shoppers, before the body is read.
 * Every admin route is registered in this scope.
 */
export function adminScope(app: Api, deps: Deps, register: (scope: Api) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const { actor } = request;
      if (actor.kind === 'guest') throw unauthorized();
      if (actor.kind !== 'admin') throw forbidden();
      request.backOffice = createBackOffice(deps, actor);
    });
    register(scope);
  });
}

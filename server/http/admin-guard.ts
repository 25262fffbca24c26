import { forbidden, unauthorized } from '../errors.ts';
import type { Api } from './api.ts';

/**
 * Registers routes that only admins may call: 401 for nobody, 403 for a shopper, before any of the body is read.
 * Every admin route of the shop stands in such a scope (design, rule 5).
 */
export function adminScope(app: Api, register: (scope: Api) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (request.actor.kind === 'guest') throw unauthorized();
      if (request.actor.kind !== 'admin') throw forbidden();
    });
    register(scope);
  });
}

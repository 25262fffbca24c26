import {
  addAdminReply,
  addAdminRequest,
  adminPerson,
  adminSession,
  removeAdminRequest,
} from '../../shared/contract/admins.ts';
import { done, idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { bearerToken } from '../http/authenticate.ts';

const guarded = { guarded: true } as const;

/** Admins and sessions in the back office. */
export function accountAdminRoutes(app: Api) {
  app.get('/auth/admin/admins', { schema: { response: { 200: adminPerson.array() } } }, (request) =>
    request.backOffice.accounts.listAdmins(),
  );

  app.post(
    '/auth/admin/admins',
    { config: guarded, schema: { body: addAdminRequest, response: { 201: addAdminReply } } },
    async (request, reply) =>
      reply.status(201).send(await request.backOffice.accounts.addAdmin(request.body)),
  );

  app.delete(
    '/auth/admin/admins/:id',
    { config: guarded, schema: { params: idParams, body: removeAdminRequest, response: { 200: done } } },
    async (request) => {
      await request.backOffice.accounts.removeAdmin(request.params.id, request.body.currentPassword);
      return { success: true as const };
    },
  );

  app.get('/auth/admin/sessions', { schema: { response: { 200: adminSession.array() } } }, (request) =>
    request.backOffice.accounts.listSessions(bearerToken(request) ?? ''),
  );

  app.delete('/auth/admin/sessions', { schema: { response: { 200: done } } }, async (request) => {
    await request.backOffice.accounts.endOtherSessions(bearerToken(request) ?? '');
    return { success: true as const };
  });

  app.delete(
    '/auth/admin/sessions/:id',
    { schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await request.backOffice.accounts.endSession(request.params.id);
      return { success: true as const };
    },
  );
}

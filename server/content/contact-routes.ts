import {
  contactListQuery,
  contactQuery,
  contactReply,
  contactRequest,
  readChange,
  replyRequest,
  unreadCount,
} from '../../shared/contract/contact.ts';
import { done, idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';

/** The contact form (spec §7 Contact). */
export function contactRoutes(app: Api) {
  app.post(
    '/contact',
    { config: { guarded: true }, schema: { body: contactRequest, response: { 201: contactReply } } },
    async (request, reply) =>
      reply.status(201).send({
        success: true,
        message: "Thank you for your message! We'll get back to you soon.",
        ticket: await request.shop.content.sendQuery(request.body),
      }),
  );
}

/** Contact queries in the back office. */
export function contactAdminRoutes(admin: Api) {
  const params = idParams;

  admin.get(
    '/contact',
    { schema: { querystring: contactListQuery, response: { 200: contactQuery.array() } } },
    async (request, reply) => {
      const { queries, total } = await request.backOffice.content.listQueries(request.query);
      return reply.header('x-total-count', String(total)).send(queries);
    },
  );

  admin.get('/contact/unread', { schema: { response: { 200: unreadCount } } }, (request) =>
    request.backOffice.content.countUnread(),
  );

  admin.patch(
    '/contact/:id',
    { schema: { params, body: readChange, response: { 200: contactQuery } } },
    ({ backOffice, params, body }) => backOffice.content.setQueryRead(params.id, body.read),
  );

  admin.post(
    '/contact/:id/reply',
    { schema: { params, body: replyRequest, response: { 201: contactQuery } } },
    async ({ backOffice, params, body }, reply) =>
      reply.status(201).send(await backOffice.content.replyToQuery(params.id, body.message)),
  );

  admin.delete('/contact/:id', { schema: { params, response: { 200: done } } }, async (request) => {
    await request.backOffice.content.deleteQuery(request.params.id);
    return { success: true as const };
  });
}

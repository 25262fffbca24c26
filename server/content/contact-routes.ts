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

/** Writing to the shop (spec §7 Contact). */
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

/** The queries of the back office. */
export function contactAdminRoutes(admin: Api) {
  const params = idParams;
  const answer = { 200: contactQuery };

  admin.get(
    '/contact',
    { schema: { querystring: contactListQuery, response: { 200: contactQuery.array() } } },
    async (request, reply) => {
      const { queries, total } = await request.shop.content.listQueries(request.query);
      return reply.header('x-total-count', String(total)).send(queries);
    },
  );

  admin.get('/contact/unread', { schema: { response: { 200: unreadCount } } }, (request) =>
    request.shop.content.countUnread(),
  );

  admin.patch(
    '/contact/:id',
    { schema: { params, body: readChange, response: answer } },
    ({ shop, params, body }) => shop.content.setQueryRead(params.id, body.read),
  );

  admin.post(
    '/contact/:id/reply',
    { schema: { params, body: replyRequest, response: { 201: contactQuery } } },
    async ({ shop, params, body }, reply) =>
      reply.status(201).send(await shop.content.replyToQuery(params.id, body.message)),
  );

  admin.delete('/contact/:id', { schema: { params, response: { 200: done } } }, async (request) => {
    await request.shop.content.deleteQuery(request.params.id);
    return { success: true as const };
  });
}

import { z } from 'zod';
import { contactReply, contactRequest } from '../../shared/contract/contact.ts';
import { policyList, policyReply, siteInfo } from '../../shared/contract/content.ts';
import type { Api } from '../http/api.ts';

/** The public reads of policies and site information (spec §7 Policies, Site info). */
export function contentRoutes(app: Api) {
  app.get('/policies', { schema: { response: { 200: policyList } } }, async (request) => ({
    success: true as const,
    data: await request.shop.content.listPolicies(),
  }));

  app.get(
    '/policies/:idOrType',
    { schema: { params: z.object({ idOrType: z.string().max(200) }), response: { 200: policyReply } } },
    async (request) => ({
      success: true as const,
      data: await request.shop.content.getPolicy(request.params.idOrType),
    }),
  );

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

  app.get('/site-info', { schema: { response: { 200: siteInfo } } }, (request) =>
    request.shop.content.getSiteInfo(),
  );
}

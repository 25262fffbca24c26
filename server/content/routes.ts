import { z } from 'zod';
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

  app.get('/site-info', { schema: { response: { 200: siteInfo } } }, (request) =>
    request.shop.content.getSiteInfo(),
  );
}

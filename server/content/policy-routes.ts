import { z } from 'zod';
import {
  policyList,
  policyReply,
  policyRequest,
  policyTemplateList,
} from '../../shared/contract/policies.ts';
import { done } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';

const params = z.object({ idOrType: z.string().max(200) });
const success = true as const;

/** Reading policies (spec §7 Policies). */
export function policyRoutes(app: Api) {
  app.get('/policies', { schema: { response: { 200: policyList } } }, async ({ shop }) => ({
    success,
    data: await shop.content.listPolicies(),
  }));

  app.get(
    '/policies/:idOrType',
    { schema: { params, response: { 200: policyReply } } },
    async ({ shop, params }) => ({ success, data: await shop.content.getPolicy(params.idOrType) }),
  );
}

/** Policies in the back office. */
export function policyAdminRoutes(admin: Api) {
  admin.get(
    '/policies/templates',
    { schema: { response: { 200: policyTemplateList } } },
    async ({ backOffice }) => ({
      success,
      data: backOffice.content.listPolicyTemplates(),
    }),
  );

  admin.post(
    '/policies',
    { schema: { body: policyRequest, response: { 200: policyReply, 201: policyReply } } },
    async ({ backOffice, body }, reply) => {
      const { policy, isCreated } = await backOffice.content.savePolicy(body);
      return reply.status(isCreated ? 201 : 200).send({ success, data: policy });
    },
  );

  admin.patch(
    '/policies/:idOrType/toggle',
    { schema: { params, response: { 200: policyReply } } },
    async ({ backOffice, params }) => ({
      success,
      data: await backOffice.content.togglePolicy(params.idOrType),
    }),
  );

  admin.delete(
    '/policies/:idOrType',
    { schema: { params, response: { 200: done } } },
    async ({ backOffice, params }) => {
      await backOffice.content.deletePolicy(params.idOrType);
      return { success };
    },
  );
}

import { z } from 'zod';
import { group, groupChange, groupQuery, newGroup } from '../../../shared/contract/catalogue-admin.ts';
import { done, idParams } from '../../../shared/contract/wire.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { pictureForm } from '../../http/form.ts';

const lists = [
  ['/brands', 'brands'],
  ['/product-types', 'productTypes'],
] as const;

/** More than any shop has; a list in a form shows all of them. */
const all = 1000;

/** Reading brands and product types (spec §7 Other catalogue calls). */
export function groupReads(app: Api) {
  for (const [url, table] of lists) {
    app.get(
      url,
      { schema: { querystring: groupQuery, response: { 200: z.array(group) } } },
      async (request, reply) => {
        const { page, limit = all } = request.query;
        const { groups, total } = await request.shop.catalogue.listGroups(table, { page, limit });
        return reply.header('x-total-count', String(total)).send(groups);
      },
    );

    app.get(`${url}/:id`, { schema: { params: idParams, response: { 200: group } } }, (request) =>
      request.shop.catalogue.getGroup(table, request.params.id),
    );
  }
}

/** Writing brands and product types, by admins. */
export function groupRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  const form = pictureForm(deps, () => 'brand');
  for (const [url, table] of lists) {
    admin.post(
      url,
      { ...form, schema: { body: newGroup, response: { 201: group } } },
      async ({ backOffice, body, uploads }, reply) =>
        reply.status(201).send(await backOffice.catalogue.createGroup(table, body, uploads.image)),
    );

    admin.put(
      `${url}/:id`,
      { ...form, schema: { params: idParams, body: groupChange, response: { 200: group } } },
      ({ backOffice, params, body, uploads }) =>
        backOffice.catalogue.updateGroup(table, params.id, body, uploads.image),
    );

    admin.delete(`${url}/:id`, { schema: { params: idParams, response: { 200: done } } }, async (request) => {
      await request.backOffice.catalogue.deleteGroup(table, request.params.id);
      return { success: true as const };
    });
  }
}

import { z } from 'zod';
import { category } from '../../../shared/contract/catalogue.ts';
import {
  categoryChange,
  categoryOrder,
  groupChange,
  moveRequest,
  navbarRequest,
  newCategory,
  newGroup,
  subcategoryOf,
  subcategoryOrder,
  subcategoryParams,
} from '../../../shared/contract/catalogue-admin.ts';
import { done, idParams } from '../../../shared/contract/wire.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { pictureForm } from '../../http/form.ts';

const succeeded = { success: true as const };

/** Writing categories and subcategories (spec §7 Categories). */
export function categoryRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  const form = pictureForm(deps, () => 'category');
  const params = idParams;
  const answer = { 200: category };

  admin.post(
    '/categories',
    { ...form, schema: { body: newCategory, response: { 201: category } } },
    async (request, reply) =>
      reply
        .status(201)
        .send(await request.backOffice.catalogue.createCategory(request.body, request.uploads.image)),
  );

  for (const [url, place] of [
    ['/categories/reorder', 'position'],
    ['/categories/navbar/reorder', 'navbarPosition'],
  ] as const) {
    admin.put(url, { schema: { body: categoryOrder, response: { 200: z.array(category) } } }, (request) =>
      request.backOffice.catalogue.reorderCategories(place, request.body.categoryIds),
    );
  }

  admin.put(
    '/categories/:id',
    { ...form, schema: { params, body: categoryChange, response: answer } },
    (request) =>
      request.backOffice.catalogue.updateCategory(request.params.id, request.body, request.uploads.image),
  );

  admin.delete('/categories/:id', { schema: { params, response: { 200: done } } }, async (request) => {
    await request.backOffice.catalogue.deleteCategory(request.params.id);
    return succeeded;
  });

  admin.put(
    '/categories/:id/navbar',
    { schema: { params, body: navbarRequest, response: answer } },
    (request) => request.backOffice.catalogue.updateCategory(request.params.id, request.body),
  );

  subcategoryRoutes(admin);
}

function subcategoryRoutes(admin: Api) {
  const url = '/categories/:id/subcategories';
  const params = subcategoryParams;

  admin.post(
    url,
    { schema: { params: idParams, body: newGroup, response: { 201: subcategoryOf } } },
    async (request, reply) =>
      reply
        .status(201)
        .send(await request.backOffice.catalogue.createSubcategory(request.params.id, request.body)),
  );

  admin.put(
    `${url}/reorder`,
    { schema: { params: idParams, body: subcategoryOrder, response: { 200: done } } },
    async (request) => {
      const { params, body } = request;
      await request.backOffice.catalogue.reorderSubcategories(params.id, body.subcategoryIds);
      return succeeded;
    },
  );

  admin.put(
    `${url}/:subId`,
    { schema: { params, body: groupChange, response: { 200: subcategoryOf } } },
    ({ backOffice, params, body }) => backOffice.catalogue.updateSubcategory(params.id, params.subId, body),
  );

  admin.delete(
    `${url}/:subId`,
    { schema: { params, response: { 200: done } } },
    async ({ backOffice, params }) => {
      await backOffice.catalogue.deleteSubcategory(params.id, params.subId);
      return succeeded;
    },
  );

  admin.put(
    `${url}/:subId/move`,
    { schema: { params, body: moveRequest, response: { 200: subcategoryOf } } },
    ({ backOffice, params, body }) =>
      backOffice.catalogue.moveSubcategory(params.id, params.subId, body.targetCategoryId),
  );
}

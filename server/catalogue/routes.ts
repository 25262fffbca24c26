import { z } from 'zod';
import {
  bulkReply,
  bulkRequest,
  category,
  product,
  productList,
  productQuery,
} from '../../shared/contract/catalogue.ts';
import { groupQuery, subcategoryOf } from '../../shared/contract/catalogue-admin.ts';
import { idParams } from '../../shared/contract/wire.ts';
import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { groupReads, groupRoutes } from './categories/group-routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { productRoutes } from './products/routes.ts';

/** The public reads of the catalogue (spec §7 Products, Categories). */
export function catalogueRoutes(app: Api) {
  app.get('/products', { schema: { querystring: productQuery, response: { 200: productList } } }, (request) =>
    request.shop.catalogue.listProducts(request.query),
  );

  app.get('/products/:id', { schema: { params: idParams, response: { 200: product } } }, (request) =>
    request.shop.catalogue.getProduct(request.params.id),
  );

  app.post(
    '/products/bulk',
    { schema: { body: bulkRequest, response: { 200: bulkReply } } },
    async (request) => ({
      products: await request.shop.catalogue.listProductsByIds(request.body.ids),
    }),
  );

  app.get(
    '/categories',
    { schema: { querystring: groupQuery, response: { 200: z.array(category) } } },
    async (request, reply) => {
      const all = await request.shop.catalogue.listCategories();
      const { page, limit = all.length } = request.query;
      return reply
        .header('x-total-count', String(all.length))
        .send(all.slice((page - 1) * limit, page * limit));
    },
  );

  app.get('/categories/:id', { schema: { params: idParams, response: { 200: category } } }, (request) =>
    request.shop.catalogue.getCategory(request.params.id),
  );

  app.get('/categories/subcategory', { schema: { response: { 200: z.array(subcategoryOf) } } }, (request) =>
    request.shop.catalogue.listSubcategories(),
  );

  app.get(
    '/categories/subcategory/:id',
    { schema: { params: idParams, response: { 200: subcategoryOf } } },
    (request) => request.shop.catalogue.getSubcategory(request.params.id),
  );

  groupReads(app);
}

/** The writes, for the guarded scope. */
export function catalogueAdminRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  productRoutes(admin, deps);
  categoryRoutes(admin, deps);
  groupRoutes(admin, deps);
}

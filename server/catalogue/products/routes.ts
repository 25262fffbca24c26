import { Readable } from 'node:stream';
import { z } from 'zod';
import { product } from '../../../shared/contract/catalogue.ts';
import { catalogueCounts, newProduct, productChange } from '../../../shared/contract/catalogue-admin.ts';
import { batch, batchRequest, matchingQuery } from '../../../shared/contract/catalogue-jobs.ts';
import { done, idParams } from '../../../shared/contract/wire.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/api.ts';
import { pictureForm } from '../../http/form.ts';
import { importRoutes } from '../import/routes.ts';

/** Writing products, one and many (spec §7 Products). Bodies are JSON or multipart; PUT and PATCH are the same. */
export function productRoutes(admin: Api, deps: Pick<Deps, 'db' | 'files'>) {
  const form = pictureForm(deps, () => 'product');
  const params = idParams;

  admin.post(
    '/products',
    { ...form, schema: { body: newProduct, response: { 201: product } } },
    async (request, reply) =>
      reply.status(201).send(await request.backOffice.catalogue.createProduct(request.body, request.uploads)),
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    admin.route({
      method,
      url: '/products/:id',
      ...form,
      schema: { params, body: productChange, response: { 200: product } },
      handler: (request) =>
        request.backOffice.catalogue.updateProduct(request.params.id, request.body, request.uploads),
    });
  }

  admin.delete('/products/:id', { schema: { params, response: { 200: done } } }, async (request) => {
    await request.backOffice.catalogue.deleteProduct(request.params.id);
    return { success: true as const };
  });

  admin.post(
    '/products/:id/duplicate',
    { schema: { params, response: { 201: product } } },
    async (request, reply) =>
      reply.status(201).send(await request.backOffice.catalogue.duplicateProduct(request.params.id)),
  );

  admin.post(
    '/products/batch',
    { schema: { body: batchRequest, response: { 202: batch } } },
    async (request, reply) =>
      reply.status(202).send(await request.backOffice.catalogue.startBatch(request.body)),
  );

  admin.get('/products/batch', { schema: { response: { 200: z.array(batch) } } }, (request) =>
    request.backOffice.catalogue.listBatches(),
  );

  admin.get('/products/batch/:id', { schema: { params, response: { 200: batch } } }, (request) =>
    request.backOffice.catalogue.getBatch(request.params.id),
  );

  admin.post(
    '/products/batch/:id/undo',
    { schema: { params, response: { 202: batch } } },
    async (request, reply) =>
      reply.status(202).send(await request.backOffice.catalogue.undoBatch(request.params.id)),
  );

  admin.get('/products/export.csv', { schema: { querystring: matchingQuery } }, async (request, reply) => {
    const lines = request.backOffice.catalogue.exportProducts(request.query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="products.csv"')
      .send(Readable.from(lines));
  });

  importRoutes(admin);

  admin.get('/products/counts', { schema: { response: { 200: catalogueCounts } } }, (request) =>
    request.backOffice.catalogue.countProducts(),
  );
}

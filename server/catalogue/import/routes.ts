import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { importJob, importPlan } from '../../../shared/contract/catalogue-jobs.ts';
import { idParams } from '../../../shared/contract/wire.ts';
import { badField } from '../../errors.ts';
import type { Api } from '../../http/api.ts';

/** Importing products: a dry run, then the job. The file is the one of a multipart body. */
export function importRoutes(admin: Api) {
  const consumes = ['multipart/form-data'];

  admin.post(
    '/products/import/plan',
    { schema: { consumes, response: { 200: importPlan } } },
    async (request) => request.shop.catalogue.planImport((await csvOf(request)).text),
  );

  admin.post(
    '/products/import',
    { schema: { consumes, response: { 202: importJob } } },
    async (request, reply) => {
      const { text, name } = await csvOf(request);
      return reply.status(202).send(await request.shop.catalogue.startImport(text, name));
    },
  );

  admin.get('/products/import', { schema: { response: { 200: z.array(importJob) } } }, (request) =>
    request.shop.catalogue.listImports(),
  );

  admin.get(
    '/products/import/:id',
    { schema: { params: idParams, response: { 200: importJob } } },
    (request) => request.shop.catalogue.getImport(request.params.id),
  );
}

async function csvOf(request: FastifyRequest): Promise<{ text: string; name: string }> {
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file) throw badField('file', 'Please choose a CSV file');
  return { text: (await file.toBuffer()).toString('utf8'), name: file.filename.slice(0, 200) };
}

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  importArchive,
  importFields,
  importJob,
  importPlan,
} from '../../../shared/contract/catalogue-jobs.ts';
import { idParams } from '../../../shared/contract/wire.ts';
import { badField } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { allowSlowBody } from '../../http/slow-bodies.ts';

const maxZip = 1024 ** 3;

/** Importing products: a dry run, then the job. The file is the one of a multipart body. */
export function importRoutes(admin: Api) {
  const consumes = ['multipart/form-data'];

  admin.post(
    '/products/import/pictures',
    { schema: { consumes, response: { 201: importArchive } } },
    async (request, reply) => {
      allowSlowBody(request);
      const file = request.isMultipart() ? await request.file({ limits: { fileSize: maxZip } }) : undefined;
      if (!file) throw badField('file', 'Please choose a ZIP file');
      const { catalogue } = request.backOffice;
      return reply.status(201).send(await catalogue.keepImportPictures(file.file, nameOf(file)));
    },
  );

  admin.post(
    '/products/import/plan',
    { schema: { consumes, response: { 200: importPlan } } },
    async (request) => {
      const { bytes, fields } = await csvOf(request);
      return request.backOffice.catalogue.planImport(bytes, fields);
    },
  );

  admin.post(
    '/products/import',
    { schema: { consumes, response: { 202: importJob } } },
    async (request, reply) => {
      const { bytes, name, fields } = await csvOf(request);
      return reply.status(202).send(await request.backOffice.catalogue.startImport(bytes, name, fields));
    },
  );

  admin.get('/products/import', { schema: { response: { 200: z.array(importJob) } } }, (request) =>
    request.backOffice.catalogue.listImports(),
  );

  admin.get(
    '/products/import/:id',
    { schema: { params: idParams, response: { 200: importJob } } },
    (request) => request.backOffice.catalogue.getImport(request.params.id),
  );

  admin.post(
    '/products/import/:id/pictures',
    { schema: { params: idParams, response: { 202: importJob } } },
    async (request, reply) =>
      reply.status(202).send(await request.backOffice.catalogue.retryPictures(request.params.id)),
  );

  admin.get('/products/import/:id/report.csv', { schema: { params: idParams } }, async (request, reply) => {
    const report = await request.backOffice.catalogue.reportImport(request.params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="import-report.csv"')
      .send(report);
  });
}

/** The CSV file, and the fields that were sent before it. */
async function csvOf(request: FastifyRequest) {
  allowSlowBody(request);
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file) throw badField('file', 'Please choose a CSV file');
  const bytes = await file.toBuffer();
  const sent = Object.entries(file.fields).flatMap(([name, part]) =>
    part && 'value' in part ? [[name, part.value]] : [],
  );
  const parsed = importFields.safeParse(Object.fromEntries(sent));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badField(String(issue?.path[0] ?? 'file'), issue?.message ?? 'Not valid');
  }
  return { bytes, name: nameOf(file), fields: parsed.data };
}

const nameOf = ({ filename }: { filename: string }) => filename.slice(0, 200);

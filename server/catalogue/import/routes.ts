import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { importArchive, importJob, importPlan } from '../../../shared/contract/catalogue-jobs.ts';
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
      const { catalogue } = request.shop;
      return reply.status(201).send(await catalogue.keepImportPictures(file.file, nameOf(file)));
    },
  );

  admin.post(
    '/products/import/plan',
    { schema: { consumes, response: { 200: importPlan } } },
    async (request) => {
      const { text, archive } = await csvOf(request);
      return request.shop.catalogue.planImport(text, archive);
    },
  );

  admin.post(
    '/products/import',
    { schema: { consumes, response: { 202: importJob } } },
    async (request, reply) => {
      const { text, name, archive } = await csvOf(request);
      return reply.status(202).send(await request.shop.catalogue.startImport(text, name, archive));
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

/** The CSV file, and the id of the ZIP that was sent before it. */
async function csvOf(request: FastifyRequest) {
  allowSlowBody(request);
  const file = request.isMultipart() ? await request.file() : undefined;
  if (!file) throw badField('file', 'Please choose a CSV file');
  const text = (await file.toBuffer()).toString('utf8');
  const { archive } = file.fields;
  const given = archive && 'value' in archive ? String(archive.value) : '';
  return { text, name: nameOf(file), archive: given || undefined };
}

const nameOf = ({ filename }: { filename: string }) => filename.slice(0, 200);

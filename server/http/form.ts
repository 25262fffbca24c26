import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type PictureKind, uploadQuery } from '../../shared/contract/catalogue/catalogue-admin.ts';
import type { Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import { removeImages, type StoredPicture, storeImage } from '../media/media.ts';
import { allowSlowBody } from './slow-bodies.ts';

export type FormUploads = {
  image?: string | undefined;
  images: string[];
  all: (StoredPicture & { field: string })[];
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The stored pictures of a multipart body. */
    uploads: FormUploads;
  }
}

/**
 * Hooks for a route whose body may be JSON or a multipart form with pictures. Checks and stores each file as it
 * arrives, one in memory at a time; the fields become the body that the schema validates. Deletes the stored files
 * if the call fails.
 */
export function pictureForm({ db, files }: Pick<Deps, 'db' | 'files'>, kind: PictureKind | 'by-query') {
  return {
    preValidation: async (request: FastifyRequest) => {
      const uploads: FormUploads = { images: [], all: [] };
      request.uploads = uploads;
      if (!request.isMultipart()) return;
      allowSlowBody(request);
      const fields = new Map<string, unknown>();
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          const { fieldname, value } = part;
          // A repeated field is a list.
          fields.set(fieldname, fields.has(fieldname) ? [fields.get(fieldname), value].flat() : value);
          continue;
        }
        const bytes = await part.toBuffer();
        // Browsers send an empty file without a name for an empty file input.
        if (bytes.length === 0 && !part.filename) continue;
        const stored = await storeImage(db, files, kind === 'by-query' ? kindOf(request) : kind, bytes);
        uploads.all.push({ ...stored, field: part.fieldname });
        if (part.fieldname === 'image' && uploads.image === undefined) uploads.image = stored.path;
        else uploads.images.push(stored.path);
      }
      request.body = Object.fromEntries(fields);
    },
    onError: async (request: FastifyRequest, _reply: FastifyReply) => {
      const stored = request.uploads?.all ?? [];
      await removeImages(
        db,
        files,
        stored.map(({ path }) => path),
      ).catch((err: unknown) => request.log.warn({ err }, 'pictures of a refused form could not be removed'));
    },
  };
}

function kindOf({ query }: FastifyRequest): PictureKind {
  const parsed = uploadQuery.safeParse(query);
  if (!parsed.success) throw badField('kind', 'Not a kind of pictures');
  return parsed.data.kind;
}

/** The file of a multipart body as it arrives, and its name. 400 with `message` if there is none. */
export async function openFile(request: FastifyRequest, message: string, limits?: { fileSize: number }) {
  allowSlowBody(request);
  const file = request.isMultipart() ? await request.file(limits && { limits }) : undefined;
  if (!file) throw badField('file', message);
  return { file, name: file.filename.slice(0, 200) };
}

/** The picture of a multipart body in memory. 400 if there is none. */
export async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const { file } = await openFile(request, 'Please choose a picture');
  return file.toBuffer();
}

/** The file of a multipart body in memory, and the fields that were sent before it. 400 if either is not valid. */
export async function readFile<Fields>(
  request: FastifyRequest,
  message: string,
  schema: z.ZodType<Fields>,
  limits?: { fileSize: number },
) {
  const { file, name } = await openFile(request, message, limits);
  const bytes = await file.toBuffer();
  const sent = Object.entries(file.fields).flatMap(([field, part]) =>
    part && 'value' in part ? [[field, part.value]] : [],
  );
  const parsed = schema.safeParse(Object.fromEntries(sent));
  if (parsed.success) return { bytes, name, fields: parsed.data };
  const [issue] = parsed.error.issues;
  throw badField(String(issue?.path[0] ?? 'file'), issue?.message ?? 'Not valid');
}

import { z } from 'zod';
import type { PageDocument } from '../../shared/contract/design.ts';
import { fieldForms, picture, richText } from '../../web/sections/fields.ts';
import { pageSections, sectionSettings } from '../../web/sections/schemas.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import { findStoredFiles } from '../media/media.ts';
import { sanitise } from '../sanitise.ts';

/** A field of a document: its path as errors name it, its schema and its value. */
type Found = { path: string; kind: string; value: unknown };

/**
 * The document of a page as it is stored: its rich text is sanitised and rendered. 400 by field for a picture or video
 * that is not one of the shop, and for text that can't be read.
 */
export async function settleDocument(
  { db, workers }: Pick<Deps, 'db' | 'workers'>,
  document: PageDocument,
): Promise<PageDocument> {
  // A copy, whose texts are replaced below.
  const sections = pageSections.parse(document.sections);
  const fields = sections.flatMap(({ kind, settings }, index) =>
    listFields(sectionSettings(kind), settings, `document.sections.${index}.settings`),
  );
  const files = fields.flatMap(({ path, kind, value }) => {
    if (kind === 'picture') return { path: `${path}.path`, file: pictureValue.parse(value).path };
    return kind === 'video' ? { path, file: z.string().parse(value) } : [];
  });
  const stored = await findStoredFiles(
    db,
    files.map(({ file }) => file),
  );
  const missing = files.filter(({ file }) => file && !stored.has(file));
  if (missing.length > 0) {
    const message = 'This file is not stored in the shop. Upload it again.';
    throw badRequest(message, Object.fromEntries(missing.map(({ path }) => [path, message])));
  }
  const texts = fields.flatMap(({ path, kind, value }) => (kind === 'rich-text' ? { path, value } : []));
  const results = await sanitise(
    workers,
    texts.map(({ path, value }) => ({ field: path, given: textValue.parse(value).content })),
  );
  for (const [index, { value }] of texts.entries()) {
    const { content = '', html = '' } = results[index] ?? {};
    if (value !== null && typeof value === 'object') Object.assign(value, { content, html });
  }
  return { ...document, sections };
}

const pictureValue = picture({ label: 'Picture' });
const textValue = richText({ label: 'Text' });

/** The fields of settings with their values, also those of the entries of lists. */
function listFields(schema: unknown, value: unknown, path: string): Found[] {
  if (!(schema instanceof z.ZodType)) return [];
  const form = fieldForms.get(schema);
  if (form && form.kind !== 'list') return [{ path, kind: form.kind, value }];
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item: unknown, index) => listFields(inner.element, item, `${path}.${index}`));
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) =>
      listFields(inner.shape[name], part, `${path}.${name}`),
    );
  return [];
}

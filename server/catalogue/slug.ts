import { slugify } from '../../shared/text/slug.ts';
import { badField, conflict } from '../errors.ts';

/**
 * The slug given, or one derived from the name, which gets a number if it is in use (contract §2). `listUsed` returns
 * the slugs in use that begin with a text. 400 for a slug without letters and digits, 409 for a given slug in use.
 */
export async function chooseSlug(
  { name, slug }: { name: string; slug?: string | undefined },
  fallback: string,
  listUsed: (start: string) => Promise<string[]>,
): Promise<string> {
  const derived = slugify(name) || fallback;
  const chosen = slug?.trim() ? slugify(slug) : derived;
  if (!chosen) throw badField('slug', 'Use letters, digits and dashes');
  const used = new Set(await listUsed(chosen));
  if (!used.has(chosen)) return chosen;
  if (chosen !== derived) {
    const message = 'This address is in use';
    throw conflict('slug_taken', message, { errors: { slug: message } });
  }
  let number = 2;
  while (used.has(`${chosen}-${number}`)) number++;
  return `${chosen}-${number}`;
}

import { slugify } from '../../../shared/slug.ts';
import { badField, conflict } from '../../errors.ts';

type Named = { name: string; slug: string };

/**
 * The name and slug of a category, brand … among its siblings. A slug made of the name takes a number where it is
 * in use; one that was asked for, and a name that is there already, are a 409 with the field named.
 */
export function settleNames(
  given: { name?: string | undefined; slug?: string | undefined },
  now: Named | undefined,
  siblings: Named[],
): Named {
  const name = given.name ?? now?.name ?? '';
  if (siblings.some((each) => each.name.toLowerCase() === name.toLowerCase())) {
    const message = `“${name}” is there already`;
    throw conflict('name_taken', message, { errors: { name: message } });
  }
  if (now && (!given.slug?.trim() || given.slug === now.slug)) return { name, slug: now.slug };
  const derived = slugify(name) || 'group';
  const asked = given.slug?.trim() ? slugify(given.slug) : derived;
  if (!asked) throw badField('slug', 'Use letters, digits and dashes');
  const taken = new Set(siblings.map(({ slug }) => slug));
  if (!taken.has(asked)) return { name, slug: asked };
  if (asked !== derived) {
    const message = 'This slug is in use';
    throw conflict('slug_taken', message, { errors: { slug: message } });
  }
  let number = 2;
  while (taken.has(`${asked}-${number}`)) number++;
  return { name, slug: `${asked}-${number}` };
}

/** The refusal to remove what products use; says how many (contract §2). */
export function inUse(what: string, products: number) {
  const uses = products === 1 ? '1 product uses' : `${products} products use`;
  return conflict('in_use', `${uses} this ${what}. Move them first.`, { extra: { products } });
}

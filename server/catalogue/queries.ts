import { sql } from 'kysely';
import { isId } from '../../shared/id.ts';

type SluggedTable = 'products' | 'categories' | 'subcategories' | 'brands' | 'productTypes';

/** Matches the row of `table` with this id or slug. A slug may have the form of an id; the row with the id comes first. */
export function byIdOrSlug(table: SluggedTable, idOrSlug: string) {
  const slug = sql.ref(`${table}.slug`);
  if (!isId(idOrSlug)) return sql<boolean>`${slug} = ${idOrSlug}`;
  return sql<boolean>`(${sql.ref(`${table}.id`)} = ${idOrSlug}::uuid or ${slug} = ${idOrSlug}
    and not exists (select from ${sql.table(table)} other where other.id = ${idOrSlug}::uuid))`;
}

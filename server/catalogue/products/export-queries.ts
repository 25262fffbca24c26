import type { Expression, SqlBool } from 'kysely';
import type { ProductQuery } from '../../../shared/contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { conditions, listProductsByIds } from './queries.ts';

/** The next products that match, in id order, after the one given. */
export async function listNext(
  db: Database,
  query: Omit<ProductQuery, 'page' | 'limit'>,
  after: string | undefined,
  limit: number,
) {
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb): Expression<SqlBool> => eb.and(conditions(eb, query, 'admin')));
  if (after) found = found.where('products.id', '>', after);
  const ids = (await found.orderBy('products.id').limit(limit).execute()).map(({ id }) => id);
  const rows = await listProductsByIds(db, ids, 'admin');
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

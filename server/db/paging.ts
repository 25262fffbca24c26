import type { SelectQueryBuilder } from 'kysely';

/** The query for the number of rows of a query, whatever it selects. */
export const countOf = <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) =>
  query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .$castTo<{ n: number }>();

/** The number of rows of a query, whatever it selects. */
export async function countRows<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
): Promise<number> {
  return (await countOf(query).executeTakeFirstOrThrow()).n;
}

/** A LIKE pattern for texts in lower case that contain the term; `%`, `_` and `\\` in the term are literal. */
export const likeAnywhere = (term: string) => `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** One page of the rows of a query, and the number of all of its rows. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, limit }: { page: number; limit: number },
) {
  const [rows, total] = await Promise.all([
    query
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countRows(query),
  ]);
  return { rows, total };
}

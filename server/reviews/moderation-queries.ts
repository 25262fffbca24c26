import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AdminReviewQuery } from '../../shared/contract/catalogue/reviews.ts';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';

export type AdminReviewRow = Awaited<ReturnType<typeof listReviews>>['rows'][number];

const isReported = sql<boolean>`exists (select from review_reports p where p.review_id = reviews.id)`;

const fullReviews = (db: Database | Trx) =>
  db
    .selectFrom('reviews')
    .select(['id', 'source', 'status', 'rejectionReason', 'stars', 'title', 'body', 'name', 'variantLabel'])
    .select(['answer', 'helpful', 'createdAt', 'orderId'])
    .select((eb) => [
      jsonObjectFrom(
        eb.selectFrom('products').select(['id', 'name', 'slug']).whereRef('products.id', '=', 'productId'),
      )
        .$notNull()
        .as('ofProduct'),
      jsonArrayFrom(
        eb
          .selectFrom('reviewPictures as p')
          .select('path')
          .whereRef('p.reviewId', '=', 'reviews.id')
          .orderBy('position'),
      ).as('pictures'),
      jsonArrayFrom(
        eb
          .selectFrom('reviewReports as p')
          .select(['reason', sql<number>`count(*)::int`.as('count')])
          .whereRef('p.reviewId', '=', 'reviews.id')
          .groupBy('reason')
          .orderBy('reason'),
      ).as('reports'),
    ]);

/** One page of the reviews, newest first, and their number. */
export async function listReviews(db: Database, { show, search, ...page }: AdminReviewQuery) {
  let query = fullReviews(db).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  if (show === 'reported') query = query.where(isReported);
  else if (show) query = query.where('status', '=', show);
  if (search) {
    const pattern = likeAnywhere(search);
    query = query.where((eb) =>
      eb.or([
        eb('searchText', 'like', pattern),
        eb.exists(
          eb
            .selectFrom('products')
            .select('products.id')
            .whereRef('products.id', '=', 'productId')
            .where(sql<boolean>`lower(products.name) like ${pattern}`),
        ),
      ]),
    );
  }
  return readPage(query, page);
}

export async function findReview(db: Database, id: string) {
  return fullReviews(db).where('id', '=', id).executeTakeFirst();
}

/** Locks reviews, in the order of their products, as every change of ratings does. */
export async function lockReviews(trx: Trx, ids: string[]) {
  return trx
    .selectFrom('reviews')
    .select(['id', 'status', 'answer', 'productId'])
    .where('id', 'in', ids)
    .orderBy('productId')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Sets the status of reviews, and closes their reports. */
export async function setStatus(
  trx: Trx,
  ids: string[],
  { status, reason, now }: { status: 'published' | 'rejected'; reason: string; now: Date },
): Promise<void> {
  await trx.deleteFrom('reviewReports').where('reviewId', 'in', ids).execute();
  const publishedAt: RawBuilder<Date | null> =
    status === 'published' ? sql`coalesce(published_at, ${now})` : sql`published_at`;
  await trx
    .updateTable('reviews')
    .set({ status, rejectionReason: status === 'rejected' ? reason : '', publishedAt })
    .where('id', 'in', ids)
    .execute();
}

export async function setAnswer(trx: Trx, id: string, answer: string): Promise<void> {
  await trx.updateTable('reviews').set({ answer }).where('id', '=', id).execute();
}

/** What waits for a decision or an answer. */
export async function countWaiting(db: Database) {
  const { rows } = await sql<{ pending: number; reported: number; questions: number }>`
    select (select count(*) from reviews where status = 'pending')::int as pending,
      (select count(distinct review_id) from review_reports)::int as reported,
      (select count(*) from product_questions where status = 'pending')::int as questions`.execute(db);
  return rows[0] ?? { pending: 0, reported: 0, questions: 0 };
}

/** The number of reviews and questions that have waited since before this time. */
export async function countOverdue(db: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from reviews where status = 'pending' and created_at < ${before})::int
      + (select count(*) from product_questions where status = 'pending' and created_at < ${before})::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function countDemoReviews(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from reviews where source = 'demo')::int
      + (select count(*) from product_questions where is_demo)::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Deletes the reviews and questions of the demo shop. */
export async function deleteDemoReviews(trx: Trx): Promise<number> {
  const reviews = await trx.deleteFrom('reviews').where('source', '=', 'demo').executeTakeFirst();
  const questions = await trx.deleteFrom('productQuestions').where('isDemo', '=', true).executeTakeFirst();
  return Number(reviews.numDeletedRows + questions.numDeletedRows);
}

import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AdminQuestionQuery, QuestionQuery } from '../../shared/contract/catalogue/questions.ts';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';

/** One page of the published questions of a product, newest first; demo questions only if there is no other. */
export async function readQuestions(db: Database, productId: string, query: QuestionQuery) {
  const published = db
    .selectFrom('productQuestions as q')
    .select(['q.id', 'q.isDemo', 'q.name', 'q.body', 'q.answer', 'q.createdAt'])
    .where('q.productId', '=', productId)
    .where('q.status', '=', 'published')
    .where(
      sql<boolean>`(not q.is_demo or not exists (select from product_questions o
        where o.product_id = q.product_id and o.status = 'published' and not o.is_demo))`,
    )
    .orderBy('q.createdAt', 'desc')
    .orderBy('q.id');
  return readPage(published, query);
}

export async function insertQuestion(
  trx: Trx,
  question: { productId: string; userId: string | null; name: string; email: string; body: string },
): Promise<void> {
  await trx.insertInto('productQuestions').values(question).execute();
}

/** The e-mail address and name of an account. */
export async function findAsker(db: Database, userId: string) {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
}

export type AdminQuestionRow = NonNullable<Awaited<ReturnType<typeof findQuestion>>>;

const fullQuestions = (db: Database | Trx) =>
  db
    .selectFrom('productQuestions')
    .select(['id', 'isDemo', 'status', 'name', 'email', 'body', 'answer', 'createdAt'])
    .select((eb) =>
      jsonObjectFrom(
        eb.selectFrom('products').select(['id', 'name', 'slug']).whereRef('products.id', '=', 'productId'),
      )
        .$notNull()
        .as('ofProduct'),
    );

/** One page of the questions, newest first, and their number. */
export async function listQuestions(db: Database, { show, search, ...page }: AdminQuestionQuery) {
  let query = fullQuestions(db).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  if (show) query = query.where('status', '=', show);
  if (search) query = query.where('searchText', 'like', likeAnywhere(search));
  return readPage(query, page);
}

export async function findQuestion(db: Database | Trx, id: string) {
  return fullQuestions(db).where('id', '=', id).executeTakeFirst();
}

export async function lockQuestion(trx: Trx, id: string) {
  return fullQuestions(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateQuestion(
  trx: Trx,
  id: string,
  change: { status: 'published' | 'rejected'; answer: string; answeredAt: Date | null },
): Promise<void> {
  await trx.updateTable('productQuestions').set(change).where('id', '=', id).execute();
}

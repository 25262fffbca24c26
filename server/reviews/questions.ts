import type {
  AdminQuestion,
  AdminQuestionQuery,
  QuestionChange,
  QuestionList,
  QuestionQuery,
  QuestionRequest,
} from '../../shared/contract/catalogue/questions.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import * as queries from './question-queries.ts';

/** One page of the answered questions about a product, by its id, newest first. */
export async function listQuestions(
  db: Database,
  productId: string,
  query: QuestionQuery,
): Promise<QuestionList> {
  const { rows, total } = await queries.readQuestions(db, productId, query);
  return {
    questions: rows.map(presentPublic),
    total,
    pages: Math.max(1, Math.ceil(total / query.limit)),
    page: query.page,
  };
}

/**
 * Stores a question about a product. It is published when the shop answers it, and the answer is mailed. Returns nothing;
 * a question in which the hidden field is filled in comes from a bot and is discarded. 400 without an e-mail address.
 */
export async function askQuestion(
  { db }: Deps,
  actor: Actor,
  productId: string,
  { website, text, name, email: given }: QuestionRequest,
): Promise<void> {
  if (website) return;
  const userId = actor.kind === 'guest' ? null : actor.userId;
  const email = given ?? (userId ? (await queries.findAsker(db, userId))?.email : undefined);
  if (!email) throw badField('email', 'Email is required');
  await transaction(db, (trx) => queries.insertQuestion(trx, { productId, userId, name, email, body: text }));
}

/** Questions in the back office. */
export function questionAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  return {
    /** One page of questions, newest first, and their total number. */
    async listQuestions(query: AdminQuestionQuery) {
      const { rows, total } = await queries.listQuestions(db, query);
      return { items: rows.map(present), total };
    },

    /**
     * Publishes a question with the shop's answer, or rejects it. The first answer, and one that changes, is mailed to
     * who asked. 400 to publish without an answer, 404.
     */
    async answerQuestion(id: string, { status, answer }: QuestionChange): Promise<AdminQuestion> {
      if (status === 'published' && !answer) throw badField('answer', 'Answer is required');
      const changed = await transaction(db, async (trx) => {
        const before = isId(id) ? await queries.lockQuestion(trx, id) : undefined;
        if (!before) throw notFound('Question not found.');
        await queries.updateQuestion(trx, id, { status, answer, answeredAt: answer ? clock.now() : null });
        const detail = { from: before.status, to: status, answer };
        await recordAudit(trx, admin, { action: 'question.answer', subject: id, detail });
        if (status === 'published' && answer !== before.answer && before.email)
          await mailAnswer(deps, trx, before, answer);
        return queries.findQuestion(trx, id);
      });
      if (!changed) throw notFound('Question not found.');
      return present(changed);
    },
  };
}

const mailAnswer = (deps: Deps, trx: Trx, question: queries.AdminQuestionRow, answer: string) =>
  queueMail(deps, trx, {
    kind: 'question-answer',
    to: question.email,
    subject: `Your question about ${question.ofProduct.name}`,
    content: {
      preview: answer.slice(0, 100),
      heading: 'We have answered your question',
      parts: [
        `You asked about ${question.ofProduct.name}:`,
        { quote: question.body },
        answer,
        {
          button: 'View the product',
          url: `${deps.config.publicUrl}/products/${question.ofProduct.slug}#questions`,
        },
      ],
    },
  });

type PublicRow = Pick<queries.AdminQuestionRow, 'id' | 'isDemo' | 'name' | 'body' | 'answer' | 'createdAt'>;

const presentPublic = ({ id, isDemo, name, body, answer, createdAt }: PublicRow) => ({
  _id: id,
  isDemo,
  name,
  text: body,
  answer,
  createdAt: createdAt.toISOString(),
});

const present = (row: queries.AdminQuestionRow): AdminQuestion => {
  const { id, ...product } = row.ofProduct;
  return {
    ...presentPublic(row),
    status: row.status,
    email: row.email,
    product: { _id: id, ...product },
  };
};

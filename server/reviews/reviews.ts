import type { QuestionQuery, QuestionRequest } from '../../shared/contract/catalogue/questions.ts';
import type { ReviewQuery } from '../../shared/contract/catalogue/reviews.ts';
import { beginCondition, endConditions } from '../alerts/alerts.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { reviewImport } from './import.ts';
import { listQuotes } from './list-queries.ts';
import { listReviews } from './list-reviews.ts';
import { moderation } from './moderation.ts';
import { countDemoReviews, countOverdue } from './moderation-queries.ts';
import { askQuestion, listQuestions, questionAdmin } from './questions.ts';
import { votes } from './votes.ts';
import { ownReviews } from './write-review.ts';

export { addMovedReviews, planMovedReviews } from './import.ts';
export { deleteImported } from './import-queries.ts';
export { requestReviews } from './requests.ts';
export { removeUnusedPictures } from './write-review.ts';

/** The reviews and questions of products, for one caller. Products are named by their ids. */
export const reviews = (deps: Deps, actor: Actor) => ({
  ...ownReviews(deps, actor),
  ...votes(deps, actor),
  list: (productId: string, query: ReviewQuery) => listReviews(deps.db, productId, query),
  listQuotes: (ids: string[]) => listQuotes(deps.db, ids),
  listQuestions: (productId: string, query: QuestionQuery) => listQuestions(deps.db, productId, query),
  ask: (productId: string, question: QuestionRequest) => askQuestion(deps, actor, productId, question),
});

/** Reviews and questions in the back office. */
export const reviewAdmin = (deps: Deps, admin: Admin) => ({
  ...moderation(deps, admin),
  ...questionAdmin(deps, admin),
  ...reviewImport(deps, admin),
});

/** The number of reviews and questions of the demo shop. */
export const countDemo = ({ db }: Pick<Deps, 'db'>): Promise<number> => countDemoReviews(db);

/** How long reviews and questions wait until an alert says so. */
const overdueMs = 3 * 86_400_000;

/** Raises an alert while reviews or questions wait for too long, and ends it. */
export async function reportOverdue({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const overdue = await countOverdue(db, new Date(now.getTime() - overdueMs));
  const alert = { kind: 'reviews-waiting', subject: 'reviews' } as const;
  if (overdue > 0) await beginCondition(db, alert, now);
  else await endConditions(db, alert.kind, [], now);
}

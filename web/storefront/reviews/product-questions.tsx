import type { Question } from '../../../shared/contract/catalogue/questions.ts';
import { dayInIndia } from '../../../shared/orders/order-date.ts';
import { Island } from '../../islands/island.tsx';
import type { PageShop } from '../../shop-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { AskForm } from './ask-form.tsx';

const maxShown = 20;
/** The questions that are open from the beginning; the others unfold. */
const openAtFirst = 3;

/** The answered questions about a product; none if they can't be loaded, so that the rest of the page is still shown. */
export async function findQuestions(shop: PageShop, productId: string): Promise<Question[]> {
  try {
    return (await shop.reviews.listQuestions(productId, { page: 1, limit: maxShown })).questions;
  } catch (error) {
    console.warn('The questions could not be loaded.', error);
    return [];
  }
}

/** The questions about a product with the answers of the shop, and the form to ask another one. */
export function ProductQuestions({ productId, questions }: { productId: string; questions: Question[] }) {
  const isDemo = questions.some((question) => question.isDemo);
  const more = questions.slice(openAtFirst);
  return (
    <section id="questions" aria-labelledby="questions-title" className="mt-12 scroll-mt-24">
      <h2 id="questions-title" className="text-2xl">
        Questions and answers
      </h2>
      <div className="mt-4 max-w-3xl" data-nosnippet={isDemo ? '' : undefined}>
        <Questions questions={questions.slice(0, openAtFirst)} />
        {more.length > 0 && (
          <details>
            <summary className="review-action cursor-pointer text-press!">
              {more.length} more {more.length === 1 ? 'question' : 'questions'}
            </summary>
            <Questions questions={more} />
          </details>
        )}
        <Island name="ask" component={AskForm} props={{ productId }} />
      </div>
    </section>
  );
}

const Questions = ({ questions }: { questions: Question[] }) =>
  questions.map(({ _id, isDemo, name, text, answer, createdAt }) => (
    <article key={_id} className="border-t border-line py-5">
      <h3 className="font-sans text-base font-semibold tracking-normal whitespace-pre-line wrap-anywhere">
        {text}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        <span className="wrap-anywhere">{name}</span>
        <time dateTime={createdAt}>{dayInIndia(createdAt)}</time>
        {isDemo && <Badge tone="warning">Demo question</Badge>}
      </p>
      <p className="mt-3 border-l-2 border-turmeric pl-4 whitespace-pre-line wrap-anywhere">{answer}</p>
    </article>
  ));

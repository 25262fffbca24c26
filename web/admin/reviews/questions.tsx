import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminQuestion } from '../../../shared/contract/catalogue/questions.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { useForm } from '../parts/form/use-form.ts';
import { Choice, useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowToggle } from '../parts/list/list.tsx';
import { ReviewTabs } from './tabs.tsx';

const states = { pending: 'Waiting', published: 'Answered', rejected: 'Rejected' };
const tones = { pending: 'warning', published: 'success', rejected: 'danger' } as const;

/** Questions of shoppers about products. */
export default function Questions() {
  const address = useAddress(['search', 'show']);
  const list = useQuery({ ...read('GET /questions', { query: address.query }), ...pageQuery });
  const [open, setOpen] = useState<string | null>(null);
  const toggle = ({ _id }: AdminQuestion) => setOpen(open === _id ? null : _id);
  return (
    <ResourcePage
      title="Questions"
      intro={<ReviewTabs />}
      search={['Search questions', 'Search name, email or words']}
      filters={<Choice label="Show" all="All questions" options={states} {...address.field('show')} />}
      query={list}
      columns={[
        {
          name: 'Question',
          className: 'max-lg:col-span-2',
          cell: (question) => (
            <RowToggle
              isOpen={open === question._id}
              onToggle={() => toggle(question)}
              className="grid min-w-0 gap-0.5 py-1.5 text-left"
            >
              <span className="font-medium wrap-anywhere">{question.name}</span>
              <span className="line-clamp-2 text-ink-soft wrap-anywhere">{question.text}</span>
            </RowToggle>
          ),
        },
        {
          name: 'Product',
          className: 'text-ink-soft max-lg:col-span-2 wrap-anywhere',
          cell: ({ product }) => product.name,
        },
        {
          name: 'Status',
          cell: ({ status, isDemo }) => (
            <Badge tone={tones[status]}>{isDemo ? 'Demo question' : states[status]}</Badge>
          ),
        },
        {
          name: 'Date',
          className: 'figures whitespace-nowrap text-ink-soft max-lg:text-xs',
          cell: ({ createdAt }) => orderDate(createdAt),
        },
      ]}
      failed="Failed to load the questions. Please try again later."
      empty={{ title: 'No questions yet.', text: 'Shoppers ask them on the pages of products.' }}
      address={address}
      noun="question"
      onRowClick={toggle}
      details={(question) => open === question._id && <QuestionBody question={question} />}
    />
  );
}

function QuestionBody({ question }: { question: AdminQuestion }) {
  const { _id: id, text, product, email, answer, status } = question;
  async function save(body: { status: 'published' | 'rejected'; answer: string }) {
    await call('PUT /questions/:id', { params: { id }, body });
    toast(body.status === 'published' ? 'The answer was published' : 'The question was rejected', 'success');
    await invalidate('GET /questions', 'GET /reviews/counts');
  }
  const form = useForm({
    start: { answer },
    check: (draft): Record<string, string> => (draft.answer.trim() ? {} : { answer: 'Answer is required' }),
    async send(draft) {
      await save({ status: 'published', ...draft });
      form.continueWith(draft);
    },
    failed: 'Could not save the answer. It is still here: please try again.',
  });
  const reject = useAction(() => save({ status: 'rejected', answer }), 'Could not save. Please try again.');
  const field = form.field('answer');
  return (
    <div className="grid gap-4 py-3 font-normal lg:max-w-3xl lg:px-3">
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        <a
          href={`/products/${product.slug}`}
          className="text-press underline underline-offset-4 wrap-anywhere"
        >
          {product.name}
        </a>
        {email && <span className="wrap-anywhere">{email}</span>}
      </p>
      <form {...form.props} className="grid gap-3">
        <TextAreaField
          label="Answer"
          rows={4}
          maxLength={3000}
          hint={`Published below the question${email && ', and mailed to who asked'}.`}
          {...field}
          error={field.error ?? form.failure}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy}>
            {status === 'published' ? 'Save answer' : 'Publish with this answer'}
          </Button>
          {status !== 'rejected' && (
            <Button variant="secondary" busy={reject.busy} onClick={() => void reject.run()}>
              Reject
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}

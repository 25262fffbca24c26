import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AdminReview, answerRequest } from '../../../shared/contract/catalogue/reviews.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { reportLabels } from '../../../shared/products/review-rules.ts';
import { call } from '../../api.ts';
import { pictureAddress } from '../../ui/asset-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Stars } from '../../ui/stars.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { Check } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { Choice, useAddress } from '../parts/list/filters.tsx';
import { pageQuery, ResourcePage, RowToggle } from '../parts/list/list.tsx';
import { NewTab } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { ReviewTabs } from './tabs.tsx';

const shown = {
  pending: 'Waiting',
  reported: 'Reported',
  published: 'Published',
  rejected: 'Rejected',
};
const tones = { pending: 'warning', published: 'success', rejected: 'danger' } as const;

/** Reviews of buyers: publish, reject and answer. */
export default function Reviews() {
  const address = useAddress(['search', 'show']);
  const list = useQuery({ ...read('GET /reviews', { query: address.query }), ...pageQuery });
  const [open, setOpen] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<string[]>([]);
  const items = list.data?.items ?? [];
  const ids = items.map(({ _id }) => _id).filter((id) => chosen.has(id));

  const choose = (many: string[], isChosen: boolean) =>
    setChosen((before) => {
      const left = [...before].filter((id) => !many.includes(id));
      return new Set(isChosen ? [...left, ...many] : left);
    });
  const toggle = ({ _id }: AdminReview) => setOpen(open === _id ? null : _id);

  async function decide(decided: string[], status: 'published' | 'rejected', reason = '') {
    const { changed } = await call('POST /reviews/decide', { body: { ids: decided, status, reason } });
    toast(`${counted(changed, 'review')} ${status}`, 'success');
    setChosen(new Set());
    await invalidate('GET /reviews', 'GET /reviews/counts');
  }
  const publish = useAction(
    (many: string[]) => decide(many, 'published'),
    'Could not save. Please try again.',
  );

  return (
    <ResourcePage
      title="Reviews"
      buttons={
        <ButtonLink href="/admin/reviews/import" variant="secondary">
          Import
        </ButtonLink>
      }
      intro={<ReviewTabs />}
      search={['Search reviews', 'Search name, words or product']}
      filters={<Choice label="Show" all="All reviews" options={shown} {...address.field('show')} />}
      bar={
        <div className="mb-3 flex min-h-11 flex-wrap items-center gap-2">
          <Check
            tall
            className="pr-3"
            checked={items.length > 0 && ids.length === items.length}
            disabled={items.length === 0}
            onChange={({ currentTarget }) =>
              choose(
                items.map(({ _id }) => _id),
                currentTarget.checked,
              )
            }
          >
            {ids.length > 0 ? `${ids.length} selected` : 'Select all on this page'}
          </Check>
          {ids.length > 0 && (
            <>
              <Button busy={publish.busy} onClick={() => void publish.run(ids)}>
                Publish
              </Button>
              <Button variant="secondary" onClick={() => setRejecting(ids)}>
                Reject
              </Button>
            </>
          )}
        </div>
      }
      query={list}
      columns={[
        {
          name: <span className="sr-only">Choose</span>,
          className: 'lg:w-12',
          cell: ({ _id, name }) => (
            <input
              type="checkbox"
              aria-label={`Select the review of ${name}`}
              checked={chosen.has(_id)}
              onClick={(event) => event.stopPropagation()}
              onChange={({ currentTarget }) => choose([_id], currentTarget.checked)}
              className="size-4.5"
            />
          ),
        },
        {
          name: 'Review',
          className: 'max-lg:col-span-2',
          cell: (review) => (
            <RowToggle
              isOpen={open === review._id}
              onToggle={() => toggle(review)}
              className="grid min-w-0 gap-0.5 py-1.5 text-left"
            >
              <span className="flex flex-wrap items-center gap-x-2">
                <Stars rating={review.stars} />
                <span className="font-medium wrap-anywhere">{review.name}</span>
              </span>
              <span className="line-clamp-2 text-ink-soft wrap-anywhere">
                {[review.title, review.text].filter(Boolean).join('. ') || 'Without a text'}
              </span>
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
          className: 'max-lg:col-span-2',
          cell: (review) => <ReviewBadges {...review} />,
        },
        {
          name: 'Date',
          className: 'figures whitespace-nowrap text-ink-soft max-lg:col-span-2 max-lg:text-xs',
          cell: ({ createdAt }) => orderDate(createdAt),
        },
      ]}
      failed="Failed to load the reviews. Please try again later."
      empty={{ title: 'No reviews yet.', text: 'Buyers write them when their order has been delivered.' }}
      address={address}
      noun="review"
      onRowClick={toggle}
      details={(review) =>
        open === review._id && (
          <ReviewBody
            review={review}
            onPublish={() => void publish.run([review._id])}
            onReject={() => setRejecting([review._id])}
            onAnswered={(changed) =>
              updateCached('GET /reviews', (list) => ({ ...list, items: withItem(list.items, changed) }))
            }
          />
        )
      }
    >
      {rejecting.length > 0 && (
        <RejectDialog
          count={rejecting.length}
          onClose={() => setRejecting([])}
          onReject={(reason) => decide(rejecting, 'rejected', reason)}
        />
      )}
    </ResourcePage>
  );
}

function ReviewBadges({ status, source, reports }: AdminReview) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tones[status]}>{shown[status]}</Badge>
      {source === 'demo' && <Badge tone="warning">Demo review</Badge>}
      {source === 'import' && <Badge>Imported</Badge>}
      {reports.length > 0 && <Badge tone="danger">Reported</Badge>}
    </span>
  );
}

/** Asks why reviews are rejected; the buyers see the reason. */
function RejectDialog(props: {
  count: number;
  onReject: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const { count, onReject, onClose } = props;
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'Reason is required' }),
    async send({ reason }) {
      await onReject(reason);
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  return (
    <FormDialog
      title={`Reject ${counted(count, 'review')}`}
      form={form}
      onClose={onClose}
      action="Reject"
      variant="danger"
    >
      <p>
        Reject only what is not about the product, offends, or contains personal data. A review that is merely
        bad must be published.
      </p>
      <TextAreaField
        label="Reason"
        rows={3}
        maxLength={300}
        hint="The buyer sees it, and can change the review."
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

const sources = { order: 'Order', import: 'Imported', demo: 'Demo review' };

/** A review with its photographs, reports, decision and answer. */
function ReviewBody(props: {
  review: AdminReview;
  onPublish: () => void;
  onReject: () => void;
  onAnswered: (review: AdminReview) => void;
}) {
  const { review, onPublish, onReject, onAnswered } = props;
  const { title, text, images, product, order, source, status, reports, rejectionReason, variant } = review;
  return (
    <div className="grid gap-4 py-3 font-normal lg:max-w-3xl lg:px-3">
      {title && <p className="font-semibold wrap-anywhere">{title}</p>}
      {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map((path, index) => (
            <li key={path} className="size-24">
              <NewTab href={pictureAddress(path, 1200, 'webp')}>
                <Picture
                  path={path}
                  alt={`Photograph ${index + 1}`}
                  sizes="96px"
                  widths={[160, 320]}
                  className="rounded-md"
                />
              </NewTab>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        <a href={`/products/${product.slug}`} className={linkClass}>
          {product.name}
        </a>
        {variant && <span>{variant}</span>}
        {order ? (
          <Link to={`/admin/orders/${order._id}`} className={linkClass}>
            Order {order.number}
          </Link>
        ) : (
          <span>{sources[source]}</span>
        )}
      </p>
      {reports.length > 0 && (
        <p className="text-madder">
          Reported: {reports.map(({ reason, count }) => `${reportLabels[reason]} (${count})`).join(', ')}
        </p>
      )}
      {rejectionReason && <p className="text-ink-soft">Rejected: {rejectionReason}</p>}
      <div className="flex flex-wrap gap-2">
        {(status !== 'published' || reports.length > 0) && (
          <Button onClick={onPublish}>{status === 'published' ? 'Keep it published' : 'Publish'}</Button>
        )}
        {status !== 'rejected' && (
          <Button variant="secondary" onClick={onReject}>
            Reject
          </Button>
        )}
      </div>
      <AnswerForm review={review} onAnswered={onAnswered} />
    </div>
  );
}

const linkClass = 'text-press underline underline-offset-4 wrap-anywhere';

function AnswerForm(props: { review: AdminReview; onAnswered: (review: AdminReview) => void }) {
  const { review, onAnswered } = props;
  const form = useForm({
    start: { answer: review.answer },
    check: (draft) => errorsIn(answerRequest, draft),
    async send(draft) {
      onAnswered(await call('PUT /reviews/:id/answer', { params: { id: review._id }, body: draft }));
      form.continueWith(draft);
      toast(draft.answer ? 'The answer was saved' : 'The answer was removed', 'success');
    },
    failed: 'Could not save the answer. It is still here: please try again.',
  });
  const field = form.field('answer');
  return (
    <form {...form.props} className="grid gap-3">
      <TextAreaField
        label="Answer from the shop"
        rows={3}
        maxLength={3000}
        hint="Everybody can read it below the review."
        {...field}
        error={field.error ?? form.failure}
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="justify-self-start">
        Save answer
      </Button>
    </form>
  );
}

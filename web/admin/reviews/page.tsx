import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminReview } from '../../../shared/contract/reviews.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Stars } from '../../ui/stars.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, updateCached, useAction, withItem } from '../parts/data.ts';
import { Choice, Filters } from '../parts/list/filters.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewBody } from './review-body.tsx';
import { ReviewTabs } from './tabs.tsx';

const shown = {
  pending: 'Waiting',
  reported: 'Reported',
  published: 'Published',
  rejected: 'Rejected',
};
type Shown = keyof typeof shown;
const isShown = (text: string): text is Shown => Object.hasOwn(shown, text);
const tones = { pending: 'warning', published: 'success', rejected: 'danger' } as const;

/** Reviews of buyers: publish, reject and answer. */
export default function Reviews() {
  const address = useAddress(['search', 'show']);
  const { get, page, limit, field } = address;
  const [search, show] = [get('search'), get('show')];
  const list = useQuery({
    ...read('GET /reviews', {
      query: { page, limit, ...(search && { search }), ...(isShown(show) && { show }) },
    }),
    ...pageQuery,
  });
  const [open, setOpen] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<string[]>([]);
  const items = list.data?.items ?? [];
  const ids = items.map(({ _id }) => _id).filter((id) => chosen.has(id));
  const areAllChosen = items.length > 0 && ids.length === items.length;

  const choose = (many: string[], isChosen: boolean) =>
    setChosen((now) => {
      const others = [...now].filter((id) => !many.includes(id));
      return new Set(isChosen ? [...others, ...many] : others);
    });

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
    <>
      <PageHead title="Reviews">
        <ButtonLink href="/admin/reviews/import" variant="secondary">
          Import
        </ButtonLink>
      </PageHead>
      <ReviewTabs />
      <Filters address={address} search={['Search reviews', 'Search name, words or product']}>
        <Choice label="Show" all="All reviews" options={shown} {...field('show')} />
      </Filters>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-2">
        <label className="flex min-h-11 items-center gap-3 pr-3">
          <input
            type="checkbox"
            checked={areAllChosen}
            disabled={items.length === 0}
            onChange={({ currentTarget }) =>
              choose(
                items.map(({ _id }) => _id),
                currentTarget.checked,
              )
            }
            className="size-4.5"
          />
          {ids.length > 0 ? `${ids.length} selected` : 'Select all on this page'}
        </label>
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
      <List
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
              <Toggle review={review} isOpen={open === review._id} onToggle={() => toggle(review)} />
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
            cell: ({ status, source, reports }) => (
              <span className="flex flex-wrap gap-1.5">
                <Badge tone={tones[status]}>{status === 'pending' ? 'Waiting' : shown[status]}</Badge>
                {source === 'demo' && <Badge tone="warning">Demo review</Badge>}
                {source === 'import' && <Badge>Imported</Badge>}
                {reports.length > 0 && <Badge tone="danger">Reported</Badge>}
              </span>
            ),
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
                updateCached('GET /reviews', (now) => ({ ...now, items: withItem(now.items, changed) }))
              }
            />
          )
        }
      />
      <RejectDialog
        count={rejecting.length}
        onClose={() => setRejecting([])}
        onReject={(reason) => decide(rejecting, 'rejected', reason)}
      />
    </>
  );

  function toggle({ _id }: AdminReview) {
    setOpen(open === _id ? null : _id);
  }
}

function Toggle({
  review,
  isOpen,
  onToggle,
}: {
  review: AdminReview;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={(event) => {
        // The row has the same handler.
        event.stopPropagation();
        onToggle();
      }}
      className="grid min-w-0 gap-0.5 py-1.5 text-left"
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Stars rating={review.stars} />
        <span className="font-medium wrap-anywhere">{review.name}</span>
      </span>
      <span className="line-clamp-2 text-ink-soft wrap-anywhere">
        {[review.title, review.text].filter(Boolean).join('. ') || 'Without a text'}
      </span>
    </button>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { OrderReviews } from '../../../shared/contract/catalogue/reviews.ts';
import { ApiError, call } from '../../api.ts';
import { readStored } from '../../browser-storage.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Stars } from '../../ui/stars.tsx';
import { privatePage } from '../layout/head.ts';
import { useRead } from '../layout/use-read.ts';
import { FailedPage, LoadingPage } from '../orders/loaded-order.tsx';
import { orderKeyHeader } from '../orders/order-keys.ts';
import { type OrderProof, ReviewForm } from './review-form.tsx';

export const meta = privatePage('/review', 'Write a review', 'Review the products of your order.');

/** /review/{orderId}: from the mail that asks for reviews, the page of an order, or the account. */
export default function WriteReviews() {
  const { orderId = '' } = useParams();
  const [params] = useSearchParams();
  const link = params.get('link') ?? undefined;
  const request = {
    params: { id: orderId },
    query: link ? { link } : {},
    headers: orderKeyHeader(orderId),
  };
  const {
    data: reviews,
    error,
    setData: setReviews,
  } = useRead(`${orderId} ${link}`, (signal) => call('GET /order/:id/reviews', { ...request, signal }));
  const [stopState, setStopState] = useState<'stopped' | 'failed'>();
  const wantsStop = params.get('stop') === '1';

  const stop = () =>
    call('POST /order/:id/review-requests/stop', request).then(
      () => setStopState('stopped'),
      () => setStopState('failed'),
    );

  if (stopState === 'failed') return <NotLoaded text="Your choice could not be saved." />;
  if (error) return <NotShown error={error} />;
  if (!reviews) return <LoadingPage label="Loading your order..." />;
  const token = readStored('authToken');
  const headers = { ...orderKeyHeader(orderId), ...(token && { authorization: `Bearer ${token}` }) };
  return (
    <div className="shell max-w-3xl py-8 md:py-12">
      <h1 className="text-3xl">Write a review</h1>
      <p className="mt-3 text-ink-soft">
        Every honest review is welcome, good or bad. It must be about the product, and must not offend or
        contain personal data.
      </p>
      {wantsStop && !stopState && (
        <div className="mt-6 rounded-md bg-paper-deep p-4">
          <p>Stop mails that ask for reviews?</p>
          <Button variant="secondary" action={stop} className="mt-3">
            Stop these mails
          </Button>
        </div>
      )}
      <Notice role="status" tone="success" className="mt-6">
        {stopState && 'We will not ask you for reviews any more.'}
      </Notice>
      {reviews.isDelivered ? (
        <ul className="mt-8">
          {reviews.products.map((product) => (
            <ReviewedProduct
              key={product._id}
              orderId={orderId}
              product={product}
              name={reviews.name}
              proof={{ link, headers }}
              isOnly={reviews.products.length === 1}
              onSaved={setReviews}
            />
          ))}
        </ul>
      ) : (
        <Notice className="mt-8">You can write a review when your order has been delivered.</Notice>
      )}
    </div>
  );
}

function ReviewedProduct({
  orderId,
  product,
  name,
  proof,
  isOnly,
  onSaved,
}: {
  orderId: string;
  product: OrderReviews['products'][number];
  name: string;
  proof: OrderProof;
  isOnly: boolean;
  onSaved: (reviews: OrderReviews) => void;
}) {
  const { review } = product;
  const [isOpen, setIsOpen] = useState(isOnly && !review);
  const [isSaved, setIsSaved] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  // The form and its button are gone, and what was below them has moved into the window.
  useEffect(() => {
    if (!isSaved || isOpen) return;
    item.current?.focus();
    item.current?.scrollIntoView({ block: 'center' });
  }, [isSaved, isOpen]);
  return (
    <li ref={item} tabIndex={-1} className="border-t border-line py-6 outline-none">
      <div className="flex items-start gap-4">
        <div className="size-16 shrink-0">
          <Picture path={product.image} alt="" sizes="64px" widths={[160]} className="rounded-md" />
        </div>
        <div className="min-w-0 flex-1">
          <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{product.name}</h2>
          {product.variant && <p className="text-sm text-ink-soft">{product.variant}</p>}
          {review && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
              <Stars rating={review.stars} />{' '}
              <Badge tone={tones[review.status]}>{states[review.status]}</Badge>
            </p>
          )}
          {review?.rejectionReason && <p className="mt-1 text-sm">The shop says: {review.rejectionReason}</p>}
          {!isOpen && (
            <Button variant="secondary" onClick={() => setIsOpen(true)} className="mt-3">
              {review ? 'Change your review' : 'Write a review'}
            </Button>
          )}
        </div>
      </div>
      <Notice role="status" tone="success" className="mt-4">
        {isSaved && !isOpen && 'Thank you for your review.'}
      </Notice>
      {isOpen && (
        <ReviewForm
          orderId={orderId}
          product={product}
          name={name}
          proof={proof}
          onSaved={(reviews) => {
            setIsOpen(false);
            setIsSaved(true);
            onSaved(reviews);
          }}
        />
      )}
    </li>
  );
}

const states = { pending: 'Waiting for approval', published: 'Published', rejected: 'Not published' };
const tones = { pending: 'warning', published: 'success', rejected: 'danger' } as const;

function NotShown({ error }: { error: Error }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        level={1}
        title="This link is not valid"
        text="It may have expired. Open your order from its mail or in your account to write a review."
        link={['/track-order', 'Find your order']}
      />
    );
  return <NotLoaded text={error instanceof ApiError ? error.message : 'The order could not be loaded.'} />;
}

const NotLoaded = ({ text }: { text: string }) => (
  <FailedPage title="The page could not be loaded" text={text} />
);

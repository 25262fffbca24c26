import { Link } from 'react-router';
import { type AdminReview, answerRequest } from '../../../shared/contract/catalogue/reviews.ts';
import { reportLabels } from '../../../shared/products/review-rules.ts';
import { call } from '../../api.ts';
import { pictureAddress } from '../../ui/asset-url.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { NewTab } from '../parts/page/page-head.tsx';

const sources = { order: 'Order', import: 'Imported', demo: 'Demo review' };

/** A review with its photographs, reports, decision and answer. */
export function ReviewBody(props: {
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
